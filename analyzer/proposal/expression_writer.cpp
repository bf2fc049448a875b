#include "proposal/expression_writer.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "usage/walk.h"

namespace vramlint::proposal {

using namespace syntax;

namespace {

constexpr int kDeepest = 24;
constexpr int kMostWork = 4'000;

struct Deeper {
  int& depth;
  explicit Deeper(int& d) : depth(d) { ++depth; }
  ~Deeper() { --depth; }
};

bool is_builtin(std::string_view name) {
  constexpr std::string_view kNames[] = {"len",    "int", "float",     "str",     "bool",       "list",    "tuple",
                                         "dict",   "max", "min",       "sum",     "range",      "round",   "abs",
                                         "sorted", "set", "zip",       "getattr", "isinstance", "hasattr", "any",
                                         "all",    "map", "enumerate", "torch"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

/// One line, single blanks, no comments; strings as they are.
std::string flat(std::string_view text) {
  std::string line;
  char quote = '\0';
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != '\0') {
      line += c;
      if (c == '\\' && i + 1 < text.size())
        line += text[++i];
      else if (c == quote)
        quote = '\0';
      continue;
    }
    if (c == '#') i = std::min(text.find('\n', i), text.size() - 1);
    if (c == '"' || c == '\'') quote = c;
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '#';
    const bool opened = !line.empty() && (line.back() == '(' || line.back() == '[');
    if (!blank)
      line += c;
    else if (!line.empty() && line.back() != ' ' && !opened)
      line += ' ';
  }
  return line;
}

bool is_atom(std::string_view text) {
  int level = 0;
  for (const char c : text) {
    if (c == '(' || c == '[' || c == '{') ++level;
    if (c == ')' || c == ']' || c == '}') --level;
    if (level == 0 && c == ' ') return false;
  }
  return true;
}

bool is_identifier(std::string_view text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0])) != 0) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
}

std::string with_key(const std::string& object, const std::string& key) {
  return is_identifier(key) ? object + "." + key : object + "[\"" + key + "\"]";
}

/// What a parameter is called that holds a config, where nobody is seen to call.
bool is_config_name(std::string_view name) {
  constexpr std::string_view kNames[] = {"cfg", "config", "conf", "args", "opt", "hparams", "settings"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

}  // namespace

// ---------------------------------------------------------------- following names

ExpressionWriter::Found ExpressionWriter::definitions_of(const std::string& name, const Unit& unit) const {
  if (name.starts_with("self.") && !unit.class_name.empty()) {
    const std::string key = unit.class_name + "." + name.substr(5);
    const auto found = unit.module->attributes.find(key);
    if (found != unit.module->attributes.end()) return {&found->second, unit.module->attribute_units.at(key)};
    return {};
  }
  for (const Unit* scope : {&unit, &unit.module->body()}) {
    const auto found = scope->definitions.find(name);
    if (found != scope->definitions.end()) return {&found->second, scope};
  }
  return {};
}

ExpressionWriter::Given ExpressionWriter::argument_of(const std::string& parameter, const Unit& unit) {
  if (!unit.function) return {};
  int place = 0;
  const Parameter* found = nullptr;
  for (const Parameter& one : unit.function->parameters) {
    if (one.name.text() == parameter) {
      found = &one;
      break;
    }
    const bool self = place == 0 && !unit.class_name.empty() && one.name.text() == "self";
    if (!self) ++place;
  }
  if (!found) return {};
  for (const CallSite* call : program_.calls_of(unit)) {
    if (call->unit == &unit) continue;
    if (const Expr* value = argument(*call->call, parameter, place)) return {value, call->unit};
  }
  return {found->default_value.get(), &unit.module->body()};
}

// ---------------------------------------------------------------- what is config

namespace {

/// Of a module that reads YAML, JSON or TOML, whatever it is called: `ruamel_yaml.safe_load`, `json.loads`.
bool reads_config_file(const CallSite& call) {
  constexpr std::string_view kModules[] = {"yaml", "json", "json5", "toml", "tomllib", "tomli", "tomlkit"};
  const std::string_view name = call.name, last = last_part(name);
  const std::string_view module = last_part(name.substr(0, name.size() - std::min(name.size(), last.size() + 1)));
  const bool is_loader = last == "load" || last == "loads" || last == "safe_load" || last == "full_load" ||
                         last == "unsafe_load" || last == "round_trip_load";
  return (is_loader && std::any_of(std::begin(kModules), std::end(kModules),
                                   [&](std::string_view one) { return module.ends_with(one); })) ||
         last == "fromfile" || call.name.ends_with("OmegaConf.load");
}

bool parses_arguments(const CallSite& call) {
  return last_part(call.name) == "parse_args" || last_part(call.name) == "parse_known_args";
}

}  // namespace

/// "cfg" or "args" of a call that loads it, or of a function of the repository that returns what such a call yields.
std::string ExpressionWriter::loaded_config(const Expr& expr, const Unit& unit) {
  if (!std::holds_alternative<Call>(expr.node) || depth_ > kDeepest || ++work_ > kMostWork) return {};
  Deeper deeper(depth_);
  for (const CallSite& site : unit.calls) {
    if (site.expr != &expr) continue;
    reads_file_ = reads_file_ || reads_config_file(site);
    parses_command_line_ = parses_command_line_ || parses_arguments(site);
    if (reads_config_file(site)) return "cfg";
    if (parses_arguments(site)) return "args";
    const auto symbol = site.name.empty() ? std::nullopt : program_.symbol(site.name, *unit.module);
    if (!symbol || !symbol->function) return {};
    const auto& calls = symbol->function->calls;
    const bool reads = std::any_of(calls.begin(), calls.end(), reads_config_file);
    for (const Expr* value : symbol->function->returns) {
      const std::string text = config_text(*value, *symbol->function);
      reads_file_ = reads_file_ || (reads && !text.empty());
      if (text == "cfg" || text == "args") return reads ? "cfg" : text;
    }
  }
  return {};
}

std::optional<Program::Symbol> ExpressionWriter::class_of(const Expr& expr, const Unit& unit) {
  if (depth_ > kDeepest || ++work_ > kMostWork) return std::nullopt;
  Deeper deeper(depth_);
  if (const auto* call = std::get_if<Call>(&expr.node)) {
    for (const CallSite& site : unit.calls) {
      if (site.call != call) continue;
      auto symbol = program_.symbol(site.name, *unit.module);
      if (symbol && symbol->cls) return symbol;
    }
    return std::nullopt;
  }
  const std::string name = dotted_name(expr);
  if (name.empty()) return std::nullopt;
  const Found found = definitions_of(name, unit);
  if (found.definitions) return class_of(*found.definitions->front().value, *found.unit);
  const Given given = argument_of(name, unit);
  return given.value ? class_of(*given.value, *given.unit) : std::nullopt;
}

/// A class whose instances hold the config and pass on its keys.
bool ExpressionWriter::is_manager(const Program::Symbol& symbol) {
  const auto begin = symbol.module->attributes.lower_bound(symbol.name + ".");
  for (auto at = begin; at != symbol.module->attributes.end() && at->first.starts_with(symbol.name + "."); ++at) {
    const Unit& unit = *symbol.module->attribute_units.at(at->first);
    for (const Definition& definition : at->second) {
      if (loaded_config(*definition.value, unit) == "cfg") return true;
      const auto* call = std::get_if<Call>(&definition.value->node);
      const std::string callee = call ? dotted_name(*call->callee) : "";
      if (!callee.starts_with("self.")) continue;
      const auto method = symbol.module->functions.find(symbol.name + "." + callee.substr(5));
      if (method == symbol.module->functions.end()) continue;
      for (const Expr* value : method->second->returns) {
        if (loaded_config(*value, *method->second) == "cfg") return true;
      }
    }
  }
  return false;
}

/// One of the assignments where they say the same or one is the config as a whole; empty where they are different
/// parts.
std::string ExpressionWriter::from_definitions(const Found& found) {
  std::string chosen;
  for (const Definition& definition : *found.definitions) {
    std::string text = config_text(*definition.value, *found.unit);
    if (text == "cfg") return text;
    if (text.empty() || text == chosen) continue;
    if (chosen.find('.') != std::string::npos && text.find('.') != std::string::npos) return {};
    if (chosen.empty() || text.starts_with("cfg")) chosen = std::move(text);
  }
  return chosen;
}

std::string ExpressionWriter::config_text(const Expr& expr, const Unit& unit) {
  if (depth_ == 0) work_ = 0;
  if (depth_ > kDeepest || ++work_ > kMostWork) return {};
  Deeper deeper(depth_);
  if (const auto* call = std::get_if<Call>(&expr.node)) {
    const std::string loaded = loaded_config(expr, unit);
    return loaded.empty() ? config_call(*call, unit) : loaded;
  }
  if (const auto* chain = std::get_if<BoolChain>(&expr.node)) {  // config.get("a", {}) or {}
    return chain->is_and ? "" : config_text(*chain->operands[0], unit);
  }
  if (const auto* item = std::get_if<Subscript>(&expr.node)) {
    const std::string object = config_text(*item->object, unit);
    if (object.empty()) return {};
    if (const std::string* key = text_of(item->index.get())) return with_key(object, *key);
    return object + "[" + write(*item->index, unit) + "]";
  }
  const std::string name = dotted_name(expr);
  if (name.empty() || bound_.count(name) > 0) return {};
  const Found found = definitions_of(name, unit);
  if (found.definitions) return from_definitions(found);
  if (const auto* attribute = std::get_if<Attribute>(&expr.node)) {
    const std::string object = config_text(*attribute->object, unit);
    if (!object.empty()) return with_key(object, attribute->name.text());
    return instance_attribute(*attribute, unit, true);
  }
  const Given given = argument_of(name, unit);
  if (given.value) {
    std::string text = config_text(*given.value, *given.unit);
    if (!text.empty()) return text;
    if (const auto symbol = class_of(*given.value, *given.unit)) return is_manager(*symbol) ? "cfg" : "";
    return {};
  }
  const bool parameter =
      unit.function && std::any_of(unit.function->parameters.begin(), unit.function->parameters.end(),
                                   [&](const Parameter& one) { return one.name.text() == name; });
  return parameter && is_config_name(name) ? (reads_file_ || !parses_command_line_ ? "cfg" : "args") : "";
}

/// config.get("a.b", default), dict(config), vars(args).
std::string ExpressionWriter::config_call(const Call& call, const Unit& unit) {
  const std::string callee = dotted_name(*call.callee);
  const std::string_view last = last_part(callee);
  const Expr* first = argument(call, "", 0);
  constexpr std::string_view kCopies[] = {"dict",      "vars",   "EasyDict", "edict",
                                          "Namespace", "create", "Box",      "deepcopy"};
  if (first && std::find(std::begin(kCopies), std::end(kCopies), last) != std::end(kCopies))
    return config_text(*first, unit);
  const auto* attribute = std::get_if<Attribute>(&call.callee->node);
  if (!attribute) {
    const auto symbol = callee.empty() ? std::nullopt : program_.symbol(callee, *unit.module);
    return symbol && symbol->cls && is_manager(*symbol) ? "cfg" : "";
  }
  std::string object = config_text(*attribute->object, unit);
  bool manager = false;
  if (const auto symbol = class_of(*attribute->object, unit); symbol && is_manager(*symbol)) {
    object = "cfg";
    manager = true;
  }
  const std::string* key = text_of(first);
  if (object.empty()) return {};
  if (last == "copy") return object;
  if (last != "get" || !key) return {};
  if (manager && key->find('.') != std::string::npos) {
    for (size_t at = 0; at <= key->size();) {
      const size_t dot = std::min(key->find('.', at), key->size());
      object = with_key(object, key->substr(at, dot - at));
      at = dot + 1;
    }
    return object;
  }
  const Expr* fallback = argument(call, "default", 1);
  if (!fallback || std::holds_alternative<DictDisplay>(fallback->node)) return with_key(object, *key);
  return object + ".get(\"" + *key + "\", " + write(*fallback, unit) + ")";
}

/// `memory.use_amp`, where memory is an instance of a class of the repository.
std::string ExpressionWriter::instance_attribute(const Attribute& node, const Unit& unit, bool config) {
  const auto symbol = class_of(*node.object, unit);
  if (!symbol) return {};
  const std::string key = symbol->name + "." + node.name.text();
  const auto found = symbol->module->attributes.find(key);
  if (found == symbol->module->attributes.end()) return {};
  const Unit& inside = *symbol->module->attribute_units.at(key);
  const Expr& value = *found->second.front().value;
  return config ? config_text(value, inside) : in_parentheses(write(value, inside));
}

// ---------------------------------------------------------------- writing

std::string in_parentheses(const std::string& text) { return is_atom(text) ? text : "(" + text + ")"; }

std::string ExpressionWriter::name_text(const std::string& name, const Expr& use, const Unit& unit) {
  if (const auto bound = bound_.find(name); bound != bound_.end()) return bound->second;
  const Found found = definitions_of(name, unit);
  const auto imported = unit.module->imports.find(name);
  const bool fallback =
      found.definitions && imported != unit.module->imports.end() && found.unit == &unit.module->body();
  if (found.definitions && !fallback) {  // an import that failed leaves another definition behind
    return in_parentheses(assigned_text(name, reaching(found, use, unit), *found.unit));
  }
  const Given given = argument_of(name, unit);
  if (given.value) return in_parentheses(write(*given.value, *given.unit));
  if (imported != unit.module->imports.end()) return imported->second;
  if (const auto symbol = program_.symbol(name, *unit.module)) return Program::qualified(*symbol->module, name);
  if (!is_builtin(name)) unresolved.insert(name);
  return name;
}

/// Empty: as it is written, with what its parts are replaced by.
std::string ExpressionWriter::replacement(const Expr& expr, const Unit& unit) {
  std::string text = config_text(expr, unit);
  if (!text.empty()) return text;
  if (const auto* name = std::get_if<Name>(&expr.node)) return name_text(name->variable.name.text(), expr, unit);
  if (const auto* attribute = std::get_if<Attribute>(&expr.node)) {
    const std::string dotted = dotted_name(expr);
    if (dotted.starts_with("self.") && definitions_of(dotted, unit).definitions) return name_text(dotted, expr, unit);
    return instance_attribute(*attribute, unit, false);
  }
  return {};
}

void ExpressionWriter::edits_of(const Expr& expr, const Unit& unit, std::set<std::string> bound,
                                std::vector<Edit>& edits) {
  if (depth_ > kDeepest || ++work_ > kMostWork) return;
  Deeper deeper(depth_);
  if (const auto* name = std::get_if<Name>(&expr.node); name && bound.count(name->variable.name.text()) > 0) return;
  if (const auto* inner = std::get_if<Comprehension>(&expr.node)) {
    for (const Comprehension::Clause& clause : inner->clauses) bound.insert(dotted_name(*clause.target));
  }
  if (const auto* lambda = std::get_if<Lambda>(&expr.node)) {
    for (const Parameter& parameter : lambda->function->parameters) bound.insert(parameter.name.text());
  }
  std::string text = replacement(expr, unit);
  if (!text.empty()) {
    edits.push_back({expr.span.begin, expr.span.end, std::move(text)});
    return;
  }
  usage::each_part(expr, {[&](const Expr& part) { edits_of(part, unit, bound, edits); },
                          [&](const Stmt& s) {
                            if (const auto* value = std::get_if<Return>(&s.node); value && value->value)
                              edits_of(*value->value, unit, bound, edits);
                          }});
}

std::string ExpressionWriter::write(const Expr& expr, const Unit& unit) {
  if (depth_ == 0) work_ = 0;
  std::vector<Edit> edits;
  edits_of(expr, unit, {}, edits);
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  const std::string& source = expr.span.source->text();
  std::string text;
  uint32_t at = expr.span.begin;
  for (const Edit& edit : edits) {
    if (edit.begin < at) continue;
    text += source.substr(at, edit.begin - at) + edit.text;
    at = edit.end;
  }
  text += source.substr(at, expr.span.end - at);
  constexpr size_t kLongest = 2'000;
  return text.size() > kLongest ? std::string() : flat(text);
}

}  // namespace vramlint::proposal
