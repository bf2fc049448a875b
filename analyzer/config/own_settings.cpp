#include "config/own_settings.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <type_traits>

#include "config/overrides.h"

namespace vramlint::config {

namespace {

using syntax::Expr;
using syntax::ExprPtr;

constexpr size_t kMostSettings = 1000;

std::optional<Node> plain(const Expr& expr) {
  if (const auto* truth = std::get_if<syntax::BoolLiteral>(&expr.node)) return Node{truth->value, expr.span};
  if (const auto* number = std::get_if<syntax::IntLiteral>(&expr.node); number && number->fits)
    return Node{number->value, expr.span};
  if (const auto* number = std::get_if<syntax::FloatLiteral>(&expr.node)) return Node{number->value, expr.span};
  if (const auto* text = std::get_if<syntax::StringLiteral>(&expr.node)) return Node{text->value, expr.span};
  return std::nullopt;
}

/// ["transformers", "AutoConfig", "from_pretrained"]; empty for what is no dotted name.
std::vector<std::string_view> dotted(const Expr& callee) {
  std::vector<std::string_view> parts;
  const Expr* at = &callee;
  while (const auto* attribute = std::get_if<syntax::Attribute>(&at->node)) {
    parts.push_back(attribute->name.text());
    at = attribute->object.get();
  }
  const auto* name = std::get_if<syntax::Name>(&at->node);
  if (!name) return {};
  parts.push_back(name->variable.name.text());
  std::reverse(parts.begin(), parts.end());
  return parts;
}

bool names_class(std::string_view name) { return !name.empty() && std::isupper(static_cast<unsigned char>(name[0])); }

/// What makes or loads an object: `LoraConfig(…)`, `AutoConfig.from_pretrained(…)`. Layers of `nn` are the model
/// itself.
std::string maker(const Expr& callee) {
  const std::vector<std::string_view> parts = dotted(callee);
  const auto cls = std::find_if(parts.begin(), parts.end(), names_class);
  if (cls == parts.end() || std::find(parts.begin(), parts.end(), "nn") != parts.end()) return {};
  std::string name(*cls);
  for (auto part = cls + 1; part != parts.end(); ++part) name.append(".").append(*part);
  return name;
}

class Settings {
 public:
  Mapping take() { return std::move(found_); }

  void body(const syntax::Body& statements, bool at_top, std::string_view cls = {}) {
    for (const syntax::StmtPtr& statement : statements) visit(*statement, at_top, cls);
  }

 private:
  void visit(const syntax::Stmt& statement, bool at_top, std::string_view cls) {
    std::visit(
        [&](const auto& node) {
          using T = std::decay_t<decltype(node)>;
          if constexpr (std::is_same_v<T, syntax::Assign>) {
            assign(node, at_top);
          } else if constexpr (std::is_same_v<T, syntax::AnnAssign>) {
            if (!cls.empty()) attribute(node, cls);
            look(node.value);
          } else if constexpr (std::is_same_v<T, syntax::ExprStmt> || std::is_same_v<T, syntax::Return>) {
            look(node.value);
          } else if constexpr (std::is_same_v<T, syntax::FunctionDef>) {
            body(node.function->body, false);
          } else if constexpr (std::is_same_v<T, syntax::ClassDef>) {
            body(node.body, false, node.target.name.text());
          } else if constexpr (std::is_same_v<T, syntax::If>) {
            body(node.then, at_top), body(node.otherwise, at_top);
          } else if constexpr (std::is_same_v<T, syntax::For> || std::is_same_v<T, syntax::While>) {
            body(node.body, false), body(node.otherwise, false);
          } else if constexpr (std::is_same_v<T, syntax::Try>) {
            body(node.body, false), body(node.otherwise, false), body(node.finally, false);
          } else if constexpr (std::is_same_v<T, syntax::With>) {
            for (const syntax::With::Item& item : node.items) look(item.context);
            body(node.body, false);
          }
        },
        statement.node);
  }

  void assign(const syntax::Assign& node, bool at_top) {
    const auto* name = node.targets.size() == 1 ? std::get_if<syntax::Name>(&node.targets[0]->node) : nullptr;
    if (at_top && name) add({}, name->variable.name.text(), *node.targets[0], node.value);
    look(node.value);
  }

  /// `length: int = 512` and `length: int = field(default=512)`.
  void attribute(const syntax::AnnAssign& node, std::string_view cls) {
    const auto* name = std::get_if<syntax::Name>(&node.target->node);
    if (!name || !node.value) return;
    const ExprPtr* value = &node.value;
    if (const auto* call = std::get_if<syntax::Call>(&node.value->node)) {
      value = keyword(*call, "default");
      if (!value) return;
    }
    add(std::string(cls), name->variable.name.text(), *node.target, *value);
  }

  static const ExprPtr* keyword(const syntax::Call& call, std::string_view name) {
    for (const syntax::Argument& argument : call.arguments)
      if (argument.kind == syntax::Argument::Kind::keyword && argument.name.text() == name) return &argument.value;
    return nullptr;
  }

  /// Calls, and those in what they are given.
  void look(const ExprPtr& expr) {
    if (!expr) return;
    const auto* call = std::get_if<syntax::Call>(&expr->node);
    if (!call) return;
    if (const auto* method = std::get_if<syntax::Attribute>(&call->callee->node)) {
      look(method->object);
      if (method->name.text() == "add_argument") return option(*call);
    }
    std::string owner = maker(*call->callee);
    if (!owner.empty() && section(owner)) owner += "@" + std::to_string(expr->span.start().line);
    for (const syntax::Argument& argument : call->arguments) {
      if (!owner.empty() && argument.kind == syntax::Argument::Kind::keyword)
        add(owner, argument.name.text(), argument.name_span, argument.value);
      look(argument.value);
    }
  }

  /// `add_argument("-b", "--batch-size", default=8)`
  void option(const syntax::Call& call) {
    const ExprPtr* value = keyword(call, "default");
    for (const syntax::Argument& argument : call.arguments) {
      const auto* text = std::get_if<syntax::StringLiteral>(&argument.value->node);
      if (!value || !text || argument.kind != syntax::Argument::Kind::positional || !text->value.starts_with("--"))
        continue;
      std::string name = text->value.substr(2);
      std::replace(name.begin(), name.end(), '-', '_');
      return add({}, name, *argument.value, *value);
    }
  }

  Mapping* section(const std::string& name) {
    for (Entry& entry : found_.entries)
      if (entry.key == name) return entry.value.mapping();
    return nullptr;
  }

  void add(const std::string& owner, std::string_view name, const Expr& key, const ExprPtr& value) {
    add(owner, name, key.span, value);
  }
  void add(const std::string& owner, std::string_view name, Span key, const ExprPtr& value) {
    std::optional<Node> node = value ? plain(*value) : std::nullopt;
    if (!node || ++count_ > kMostSettings) return;
    if (!owner.empty() && !section(owner))
      found_.entries.push_back({.key = owner, .key_span = key, .value = {Mapping{}, key}});
    Mapping* into = owner.empty() ? &found_ : section(owner);
    if (!into ||
        std::any_of(into->entries.begin(), into->entries.end(), [&](const Entry& entry) { return entry.key == name; }))
      return;
    into->entries.push_back({.key = std::string(name), .key_span = key, .value = std::move(*node)});
  }

  Mapping found_;
  size_t count_ = 0;
};

void collect(const Mapping& mapping, const std::string& above, std::unordered_map<uint32_t, std::string>& keys) {
  for (const Entry& entry : mapping.entries) {
    const std::string key = above.empty() ? entry.key : above + "." + entry.key;
    if (const Mapping* inner = entry.value.mapping())
      collect(*inner, key, keys);
    else
      keys.emplace(entry.value.span.begin, key);
  }
}

/// A word of a command line, as the program will most likely read it; a list is a text of the program's own.
Node value_of(const std::string& word, const Span& span) {
  std::string error;
  Node node = parse_override_value(word, error);
  if (!error.empty() || node.sequence()) node.value = word;
  node.span = span;
  return node;
}

bool is_option(const std::string& word) { return word.size() > 2 && word.starts_with("--"); }

}  // namespace

void set_options(Mapping& settings, const Program& program) {
  if (!program.arguments || program.words.size() != program.arguments->size()) return;
  const std::vector<std::string>& words = *program.arguments;
  for (size_t i = 0; i < words.size(); ++i) {
    if (!is_option(words[i])) continue;
    const size_t equals = words[i].find('=');
    const bool is_joined = equals != std::string::npos, has_value = i + 1 < words.size() && !is_option(words[i + 1]);
    const Span place = is_joined ? program.words[i] : has_value ? program.words[i + 1] : Span{};
    if (!place) continue;
    const auto from = static_cast<uint32_t>(is_joined ? equals + 1 : 0);
    const Span value{place.source, place.begin + from, place.end};
    std::string name = words[i].substr(2, is_joined ? equals - 2 : std::string::npos);
    std::replace(name.begin(), name.end(), '-', '_');
    std::erase_if(settings.entries, [&](const Entry& entry) { return entry.key == name; });
    settings.entries.push_back(
        {.key = name, .key_span = program.words[i], .value = value_of(std::string(value.text()), value)});
  }
}

Mapping own_settings(const syntax::PythonModule& module) {
  Settings settings;
  settings.body(module.body, true);
  return settings.take();
}

std::unordered_map<uint32_t, std::string> keys_by_place(const Mapping& settings) {
  std::unordered_map<uint32_t, std::string> keys;
  collect(settings, "", keys);
  return keys;
}

}  // namespace vramlint::config
