// mmcv and mmengine replace templates in the text before they parse it (mmengine 0.10, mmengine/config/config.py:
// _substitute_predefined_vars, _substitute_env_variables, _pre_substitute_base_vars). So does this, and keeps the
// places.
#include "config/dialects/templates.h"

#include <algorithm>
#include <optional>

namespace vramlint::config {

namespace {

constexpr char kMark = '\x1a';
constexpr std::string_view kBaseMark =
    "\x1a"
    "base.";

bool is_word(char c) {
  auto byte = static_cast<unsigned char>(c);
  return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' ||
         byte >= 0x80;
}
bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string file_part(std::string_view name, const std::filesystem::path& file) {
  if (name == "fileDirname") return file.parent_path().generic_string();
  if (name == "fileBasename") return file.filename().generic_string();
  if (name == "fileBasenameNoExtension") return file.stem().generic_string();
  if (name == "fileExtname") return file.extension().generic_string();
  return "";
}

/// `$NAME:default`, perhaps in quotes.
struct EnvironmentTemplate {
  std::string_view name, fallback;
};

std::optional<EnvironmentTemplate> environment_template(std::string_view inside) {
  auto is_quote = [](char c) { return c == '\'' || c == '"'; };
  if (!inside.empty() && is_quote(inside.front())) inside.remove_prefix(1);
  if (!inside.empty() && is_quote(inside.back())) inside.remove_suffix(1);
  inside = trim(inside);
  if (!inside.starts_with('$')) return std::nullopt;
  inside.remove_prefix(1);
  size_t colon = inside.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  EnvironmentTemplate found{trim(inside.substr(0, colon)), trim(inside.substr(colon + 1))};
  bool named = !found.name.empty() && std::all_of(found.name.begin(), found.name.end(), is_word);
  bool blank = std::any_of(found.fallback.begin(), found.fallback.end(), is_space);
  return named && !blank ? std::optional(found) : std::nullopt;
}

std::string_view base_path(std::string_view inside) {
  inside = trim(inside);
  constexpr std::string_view kBase = "_base_.";
  if (!inside.starts_with(kBase)) return {};
  inside.remove_prefix(kBase.size());
  bool dotted = std::all_of(inside.begin(), inside.end(), [](char c) { return is_word(c) || c == '.'; });
  return dotted ? inside : std::string_view();
}

void replace_environment(const EnvironmentTemplate& variable, Span span, Templates& templates) {
  std::string name(variable.name);
  if (!variable.fallback.empty()) {
    templates.replacements.push_back({span, std::string(variable.fallback)});
    templates.assumptions.push_back(
        {"environment variable `" + name + "` is taken at its default, `" + std::string(variable.fallback) + "`",
         span});
    return;
  }
  templates.replacements.push_back({span,
                                    "\"\\x1a"
                                    "environment." +
                                        name + "\""});
  templates.unknowns.push_back({"environment variable `" + name + "` has no default here and is not read", span});
}

void replace_one(std::string_view inside, Span span, const std::filesystem::path& file, Templates& templates) {
  if (std::string part = file_part(trim(inside), file); !part.empty()) {
    templates.replacements.push_back({span, std::move(part)});
  } else if (auto variable = environment_template(inside)) {
    replace_environment(*variable, span, templates);
  } else if (std::string_view path = base_path(inside); !path.empty()) {
    templates.replacements.push_back({span,
                                      "\"\\x1a"
                                      "base." +
                                          std::string(path) + "\""});
    templates.uses_bases = true;
  }
}

const Node* at_path(const Node& bases, std::string_view dotted) {
  const Node* node = &bases;
  while (node) {
    size_t dot = dotted.find('.');
    node = node->find(dotted.substr(0, dot));
    if (dot == std::string_view::npos) return node;
    dotted.remove_prefix(dot + 1);
  }
  return nullptr;
}

}  // namespace

Templates find_templates(const Source& source, const std::filesystem::path& file) {
  Templates templates;
  std::string_view text = source.text();
  for (size_t open = text.find("{{"); open != std::string_view::npos; open = text.find("{{", open)) {
    size_t close = text.find("}}", open + 2);
    if (close == std::string_view::npos) break;
    // `{{{x}}`: the template is the innermost one.
    size_t inner = text.substr(0, close).rfind("{{");
    Span span{&source, static_cast<uint32_t>(inner), static_cast<uint32_t>(close + 2)};
    replace_one(text.substr(inner + 2, close - inner - 2), span, file, templates);
    open = close + 2;
  }
  return templates;
}

std::string_view base_placeholder(std::string_view text) {
  return text.starts_with(kBaseMark) ? text.substr(kBaseMark.size()) : std::string_view();
}

bool substitute_bases(Node& node, const Node& bases, std::string& missing, Span& where) {
  if (Mapping* mapping = node.mapping()) {
    return std::all_of(mapping->entries.begin(), mapping->entries.end(),
                       [&](Entry& entry) { return substitute_bases(entry.value, bases, missing, where); });
  }
  if (Sequence* sequence = node.sequence()) {
    return std::all_of(sequence->items.begin(), sequence->items.end(),
                       [&](Node& item) { return substitute_bases(item, bases, missing, where); });
  }
  const auto* text = std::get_if<std::string>(&node.value);
  if (!text || text->find(kMark) == std::string::npos) return true;
  std::string_view path = base_placeholder(*text);
  if (path.empty()) {
    node.value =
        Opaque{.text = std::string(node.span.text()), .reason = "its template has no value before training starts"};
    return true;
  }
  const Node* value = at_path(bases, path);
  if (!value) {
    missing = std::string(path);
    where = node.span;
    return false;
  }
  Node copy = *value;
  node = std::move(copy);
  return true;
}

}  // namespace vramlint::config
