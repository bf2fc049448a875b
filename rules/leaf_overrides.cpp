#include "rules/leaf_overrides.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <optional>

#include "config/plain_yaml.h"

namespace vramlint::rules {
namespace {

/// Keys below a name, in the order of their first mention.
struct Tree {
  std::string text;  ///< of a value; empty for a mapping
  std::vector<std::pair<std::string, std::unique_ptr<Tree>>> inner;

  Tree& at(const std::string& name) {
    for (auto& [key, tree] : inner) {
      if (key == name) return *tree;
    }
    return *inner.emplace_back(name, std::make_unique<Tree>()).second;
  }
};

bool is_name(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

std::vector<std::string> parts(const std::string& key) {
  std::vector<std::string> found(1);
  for (const char c : key) {
    if (c == '.')
      found.emplace_back();
    else
      found.back() += c;
  }
  return found;
}

/// "a=1, b=dict(c=2)"
std::string arguments(const Tree& tree) {
  std::string text;
  for (const auto& [name, inner] : tree.inner) {
    text += (text.empty() ? "" : ", ") + name + "=";
    text += inner->inner.empty() ? inner->text : "dict(" + arguments(*inner) + ")";
  }
  return text;
}

/// Behind "NAME = " at the beginning of a line.
std::optional<size_t> assignment(const std::string& text, const std::string& name) {
  for (size_t line = 0; line < text.size();) {
    size_t at = line + name.size();
    if (text.compare(line, name.size(), name) == 0) {
      at = std::min(text.find_first_not_of(' ', at), text.size());
      if (at + 1 < text.size() && text[at] == '=' && text[at + 1] != '=')
        return std::min(text.find_first_not_of(' ', at + 1), text.size());
    }
    const size_t end = text.find('\n', line);
    if (end == std::string::npos) break;
    line = end + 1;
  }
  return std::nullopt;
}

Edit insertion(const Source& source, size_t at, std::string text) {
  const auto place = static_cast<uint32_t>(at);
  return {{&source, place, place}, std::move(text)};
}

/// Into the file's own "NAME = dict(".
std::optional<Edit> inserted(const Source& source, size_t value, const Tree& tree) {
  constexpr std::string_view kDict = "dict(";
  if (source.text().compare(value, kDict.size(), kDict) != 0) return std::nullopt;
  const size_t inside = value + kDict.size();
  const size_t next = source.text().find_first_not_of(" \r\n", inside);
  const bool is_empty = next != std::string::npos && source.text()[next] == ')';
  return insertion(source, inside, arguments(tree) + (is_empty ? "" : ", "));
}

}  // namespace

std::vector<Edit> leaf_overrides(const Analysis& analysis, const std::vector<Override>& overrides) {
  const Source& source = *analysis.source;
  if (config::is_data(source) || !assignment(source.text(), "_base_")) return {};
  Tree root;
  for (const auto& [key, text] : overrides) {
    Tree* at = &root;
    for (const std::string& part : parts(key)) {
      if (!is_name(part)) return {};
      at = &at->at(part);
    }
    at->text = text;
  }
  std::vector<Edit> edits;
  std::string added;
  for (const auto& [name, tree] : root.inner) {
    const std::optional<size_t> own = assignment(source.text(), name);
    if (!own) {
      added += name + " = " + (tree->inner.empty() ? tree->text : "dict(" + arguments(*tree) + ")") + "\n";
      continue;
    }
    std::optional<Edit> edit = inserted(source, *own, *tree);
    if (!edit) return {};
    edits.push_back(std::move(*edit));
  }
  const bool is_ended = source.text().empty() || source.text().back() == '\n';
  if (!added.empty()) edits.push_back(insertion(source, source.text().size(), (is_ended ? "" : "\n") + added));
  return edits;
}

bool is_own(const Analysis& analysis, const Source* source) {
  const std::vector<const Source*>& files = analysis.config->files;
  const bool is_of_recipe =
      analysis.config->dialect == "recipe" && std::find(files.begin(), files.end(), source) != files.end();
  return source == analysis.source || is_of_recipe;
}

std::vector<Edit> own_edits(const Analysis& analysis, const std::string& key, const Span& value,
                            const std::string& text) {
  if (is_own(analysis, value.source)) return {{value, text}};
  return leaf_overrides(analysis, {{key, text}});
}

}  // namespace vramlint::rules
