#include "usage/mentions.h"

#include <algorithm>
#include <utility>

#include "usage/walk.h"

namespace vramlint::usage {

namespace {

using namespace syntax;

bool is_key_text(const std::string& text) {
  constexpr size_t kLongest = 120;
  if (text.empty() || text.size() > kLongest) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           c == '-';
  });
}

const std::string* text_of(const Expr& expr) {
  const auto* literal = std::get_if<StringLiteral>(&expr.node);
  return literal ? &literal->value : nullptr;
}

const std::string* name_of(const Expr& expr) {
  const auto* name = std::get_if<Name>(&expr.node);
  return name ? &name->variable.name.text() : nullptr;
}

bool compares_main(const Expr& condition) {
  const auto* compare = std::get_if<Compare>(&condition.node);
  if (!compare || compare->rest.size() != 1) return false;
  const Expr* sides[] = {compare->first.get(), compare->rest[0].second.get()};
  for (int i : {0, 1}) {
    const std::string* name = name_of(*sides[i]);
    const std::string* text = text_of(*sides[1 - i]);
    if (name && text && *name == "__name__" && *text == "__main__") return true;
  }
  return false;
}

/// `if TYPE_CHECKING:`, which holds for type checkers alone.
bool never_runs(const Stmt& statement) {
  const auto* branch = std::get_if<If>(&statement.node);
  if (!branch) return false;
  const std::string_view condition = branch->condition->span.text();
  return condition == "TYPE_CHECKING" || condition == "typing.TYPE_CHECKING";
}

/// `**kwargs`: what a function got by keywords itself.
bool passes_on_keywords(const Expr& expr) {
  const std::string* name = name_of(expr);
  return name && (name->ends_with("kwargs") || name->ends_with("keywords"));
}

/// Whether what is written may be an entry of something: a name, `x[…]`, `x.get(…)`.
bool may_be_entry(const Expr& value) {
  if (std::holds_alternative<Name>(value.node) || std::holds_alternative<Subscript>(value.node)) return true;
  const auto* call = std::get_if<Call>(&value.node);
  const auto* method = call ? std::get_if<Attribute>(&call->callee->node) : nullptr;
  return method && (method->name.text() == "get" || method->name.text() == "pop");
}

/// setattr(x, name, entry), `x.__dict__.update(…)`, Namespace(…), EasyDict(…).
bool turns_entries_into_attributes(const Call& call) {
  const std::string_view callee = call.callee->span.text();
  const std::string_view name = callee.substr(callee.find_last_of('.') + 1);
  if (name == "setattr" || name == "__setattr__")
    return call.arguments.empty() || may_be_entry(*call.arguments.back().value);
  constexpr std::string_view kNames[] = {"Munch", "Box", "Bunch", "create"};
  return name.ends_with("Namespace") || (name.ends_with("Dict") && name != "OrderedDict") ||
         callee.find("__dict__") != std::string_view::npos ||
         std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

class Reader {
 public:
  explicit Reader(ModuleText& text) : text_(text) {}

  void module() {
    text_.definitions.push_back({.name = "", .is_asked_for = true});
    for (const StmtPtr& statement : text_.module->body) top(*statement);
    for (Definition& definition : text_.definitions) {
      for (std::vector<std::string>* words : {&definition.names, &definition.members}) {
        std::sort(words->begin(), words->end());
        words->erase(std::unique(words->begin(), words->end()), words->end());
      }
    }
  }

 private:
  void top(const Stmt& statement) {
    if (const auto* function = std::get_if<FunctionDef>(&statement.node)) {
      define(function->target.name.text(), !function->decorators.empty(), statement);
    } else if (const auto* cls = std::get_if<ClassDef>(&statement.node)) {
      define(cls->target.name.text(), !cls->decorators.empty(), statement);
    } else if (const auto* branch = std::get_if<If>(&statement.node); branch && compares_main(*branch->condition)) {
      define("", false, statement);
      text_.definitions.back().is_main = true;
    } else {
      definition_ = 0;
      visit(statement);
    }
  }

  void define(std::string name, bool asked_for, const Stmt& statement) {
    text_.definitions.push_back({.name = std::move(name), .statement = &statement, .is_asked_for = asked_for});
    definition_ = text_.definitions.size() - 1;
    in_class_ = std::holds_alternative<ClassDef>(statement.node);
    visit(statement);
    in_class_ = false;
  }

  Definition& definition() { return text_.definitions[definition_]; }

  void visit(const Stmt& statement) {
    if (never_runs(statement)) {
      for (const StmtPtr& inner : std::get<If>(statement.node).otherwise) visit(*inner);
      return;
    }
    const Stmt* outer = std::exchange(statement_, &statement);
    if (const auto* cls = std::get_if<ClassDef>(&statement.node)) inherit(*cls);
    if (const auto* import = std::get_if<syntax::Import>(&statement.node)) note(*import);
    if (const auto* import = std::get_if<ImportFrom>(&statement.node)) note(*import);
    const auto* function = std::get_if<FunctionDef>(&statement.node);
    const FunctionDef* outer_method = method_;
    if (function && !method_ && in_class_) method_ = function;
    if (function) parameters(*function->function);
    each_part(statement, {[this, &statement](const Expr& expr) {
                            if (is_target(statement, expr))
                              target(expr);
                            else if (is_condition(statement, expr))
                              truth(expr);
                            else
                              visit(expr, true);
                          },
                          [this](const Stmt& inner) { visit(inner); }});
    statement_ = outer;
    method_ = outer_method;
  }

  void inherit(const ClassDef& cls) {
    for (const Argument& base : cls.bases) {
      const std::string_view text = base.value->span.text();
      definition().bases.emplace_back(text.substr(text.rfind('.') + 1));
    }
    for (const StmtPtr& statement : cls.body) {
      if (const auto* method = std::get_if<FunctionDef>(&statement->node))
        definition().members.push_back(method->target.name.text());
    }
  }

  static bool is_target(const Stmt& statement, const Expr& expr) {
    const auto* assign = std::get_if<Assign>(&statement.node);
    return assign && &expr != assign->value.get();
  }
  static bool is_condition(const Stmt& statement, const Expr& expr) {
    const auto* branch = std::get_if<If>(&statement.node);
    const auto* loop = std::get_if<While>(&statement.node);
    return (branch && &expr == branch->condition.get()) || (loop && &expr == loop->condition.get());
  }
  /// Only whether it holds matters: what is in it goes nowhere.
  void truth(const Expr& expr) {
    const bool combines = std::holds_alternative<BoolChain>(expr.node) || std::holds_alternative<Compare>(expr.node) ||
                          std::holds_alternative<Unary>(expr.node);
    if (!combines) return visit(expr, false);
    each_part(expr, {[this](const Expr& inner) { truth(inner); }, [](const Stmt&) {}});
  }

  static bool is_self(const Expr& expr) {
    const std::string* name = name_of(expr);
    return name && *name == "self";
  }
  /// What is assigned to is not read.
  void target(const Expr& expr) {
    if (const auto* attribute = std::get_if<Attribute>(&expr.node)) {
      if (is_self(*attribute->object)) definition().members.push_back(attribute->name.text());
      return visit(*attribute->object, false);
    }
    const auto* subscript = std::get_if<Subscript>(&expr.node);
    if (subscript && text_of(*subscript->index)) return visit(*subscript->object, false);
    visit(expr, true);
  }

  static std::string dotted(const std::vector<Symbol>& path) {
    std::string name;
    for (const Symbol& part : path) name += (name.empty() ? "" : ".") + part.text();
    return name;
  }
  void note(const syntax::Import& node) {
    for (const auto& item : node.items) text_.imports.push_back({.module = dotted(item.path), .names = {}});
  }
  void note(const ImportFrom& node) {
    usage::Import import{.module = dotted(node.path), .names = {}, .level = node.level};
    for (const auto& item : node.items) {
      import.names.push_back(item.name.text());
      say(item.name.text());
    }
    text_.imports.push_back(std::move(import));
  }

  /// They may be what a section's keys are handed to.
  void parameters(const Function& code) {
    const Stmt* outer = statement_;
    if (!code.body.empty()) statement_ = code.body.front().get();
    for (const Parameter& parameter : code.parameters)
      add(Mention::Form::parameter, parameter.name.text(), nullptr, parameter.span, true);
    statement_ = outer;
  }

  void say(const std::string& name) { definition().names.push_back(name); }

  bool add(Mention::Form form, const std::string& name, const void* node, const Span& span, bool passes_on) {
    if (!is_key_text(name)) return false;
    text_.mentions.push_back({.form = form,
                              .name = name,
                              .node = node,
                              .statement = statement_,
                              .method = method_,
                              .definition = definition_,
                              .span = span,
                              .passes_on = passes_on});
    return true;
  }

  /// `--max-grad-norm` as max_grad_norm.
  void text(const std::string& value, const Span& span) {
    if (value.starts_with("--")) {
      std::string option = value.substr(2);
      std::replace(option.begin(), option.end(), '-', '_');
      add(Mention::Form::always, option, nullptr, span, false);
      return;
    }
    // A piece of a path that is put together as the program runs.
    if (value.size() > 1 && (value.front() == '.' || value.back() == '.')) {
      const size_t begin = value.find_first_not_of('.'), end = value.find_last_not_of('.');
      if (begin != std::string::npos)
        return static_cast<void>(add(Mention::Form::always, value.substr(begin, end + 1 - begin), nullptr, span, true));
    }
    if (is_key_text(value)) say(value.substr(value.rfind('.') + 1));
    if (texts_name_keys_) add(Mention::Form::word, value, nullptr, span, true);
  }

  void visit(const Expr& expr, bool passes_on) {
    if (const auto* attribute = std::get_if<Attribute>(&expr.node)) {
      say(attribute->name.text());
      if (add(Mention::Form::attribute, attribute->name.text(), attribute, expr.span, passes_on))
        describe(*attribute->object, text_.mentions.back());
      return visit(*attribute->object, false);
    }
    if (const auto* subscript = std::get_if<Subscript>(&expr.node)) {
      const std::string* key = text_of(*subscript->index);
      if (key && add(Mention::Form::access, *key, subscript, expr.span, passes_on))
        describe(*subscript->object, text_.mentions.back());
      if (!key) visit(*subscript->index, true);
      return visit(*subscript->object, key == nullptr);
    }
    if (const auto* call = std::get_if<Call>(&expr.node)) return visit(*call, expr.span, passes_on);
    if (const auto* display = std::get_if<DictDisplay>(&expr.node)) return visit(*display);
    if (const std::string* value = text_of(expr)) return text(*value, expr.span);
    if (const std::string* name = name_of(expr)) return say(*name);
    each_part(expr, {[this](const Expr& inner) { visit(inner, true); }, [this](const Stmt& inner) { visit(inner); }});
  }

  /// The keys of a dict that is written down are names that something may be handed over by.
  void visit(const DictDisplay& display) {
    for (const DictDisplay::Entry& entry : display.entries) {
      const std::string* key = entry.key ? text_of(*entry.key) : nullptr;
      if (key && is_key_text(*key)) say(*key);
      if (key)
        add(Mention::Form::parameter, *key, nullptr, entry.key->span, true);
      else if (entry.key)
        visit(*entry.key, true);
      visit(*entry.value, true);
    }
  }

  /// `x.items()`, `x.get(name)`: any entry of x, or all.
  static bool may_take_any(const Call& call, const Attribute& method) {
    constexpr std::string_view kNames[] = {"items", "values", "keys", "get", "pop", "setdefault", "copy", "update"};
    const bool is_of_dicts = std::find(std::begin(kNames), std::end(kNames), method.name.text()) != std::end(kNames);
    return is_of_dicts && (call.arguments.empty() || !text_of(*call.arguments[0].value));
  }

  /// Not so: `torch.device("cuda")`, `x.to("cuda")`, `name.startswith("cuda")`.
  static bool may_look_up(const Attribute& method) {
    constexpr std::string_view kLibraries[] = {"torch", "np", "numpy", "os", "logging", "warnings"};
    constexpr std::string_view kOthers[] = {"to", "type", "startswith", "endswith", "split", "replace", "strip"};
    const std::string* object = name_of(*method.object);
    return std::find(std::begin(kOthers), std::end(kOthers), method.name.text()) == std::end(kOthers) &&
           (!object || std::find(std::begin(kLibraries), std::end(kLibraries), *object) == std::end(kLibraries));
  }

  static void describe(const Expr& object, Mention& mention) {
    mention.of_self = is_self(object);
    if (const std::string* name = name_of(object)) mention.receiver = *name;
    if (const auto* attribute = std::get_if<Attribute>(&object.node)) mention.receiver = attribute->name.text();
  }

  void visit(const Call& call, const Span& span, bool passes_on) {
    const auto* method = std::get_if<Attribute>(&call.callee->node);
    const std::string* function = name_of(*call.callee);
    const bool looks = function && (*function == "getattr" || *function == "hasattr");
    if (method) {
      say(method->name.text());
      visit(*method->object, may_take_any(call, *method));
    } else {
      visit(*call.callee, true);
    }
    if (turns_entries_into_attributes(call)) add(Mention::Form::turn, "turn", nullptr, span, true);
    const bool looks_up = method && may_look_up(*method);
    const bool outer = std::exchange(texts_name_keys_, texts_name_keys_ && (!method || looks_up));
    for (size_t i = 0; i < call.arguments.size(); ++i) {
      const Argument& argument = call.arguments[i];
      const std::string* key = argument.kind == Argument::Kind::positional ? text_of(*argument.value) : nullptr;
      if (argument.kind == Argument::Kind::double_star && !passes_on_keywords(*argument.value))
        add(Mention::Form::spread, "spread", nullptr, span, true);
      if (argument.kind == Argument::Kind::keyword)
        add(Mention::Form::parameter, argument.name.text(), nullptr, argument.name_span, true);
      if (key && looks_up && i == 0 && !key->starts_with('-')) {
        if (is_key_text(*key)) say(key->substr(key->rfind('.') + 1));
        if (add(Mention::Form::access, *key, &call, span, passes_on)) describe(*method->object, text_.mentions.back());
      } else if (key && looks && i == 1) {
        say(*key);
        add(Mention::Form::always, *key, nullptr, span, passes_on);
      } else {
        visit(*argument.value, true);
      }
    }
    texts_name_keys_ = outer;
  }

  ModuleText& text_;
  const Stmt* statement_ = nullptr;
  const FunctionDef* method_ = nullptr;
  bool in_class_ = false;
  size_t definition_ = 0;
  bool texts_name_keys_ = true;  ///< not among the arguments of what looks nothing up
};

}  // namespace

void each_name(const Stmt& statement, const std::function<void(const std::string&)>& say) {
  const std::function<void(const Expr&)> visit = [&](const Expr& expr) {
    if (const std::string* name = name_of(expr)) say(*name);
    if (const std::string* text = text_of(expr)) say(*text);
    if (const auto* attribute = std::get_if<Attribute>(&expr.node)) say(attribute->name.text());
    each_part(expr, {visit, [](const Stmt&) {}});
  };
  if (const auto* import = std::get_if<ImportFrom>(&statement.node)) {
    for (const auto& item : import->items) say(item.name.text());
  }
  each_part(statement, {visit, [](const Stmt&) {}});
}

ModuleText read_text(std::shared_ptr<const syntax::PythonModule> module) {
  ModuleText text{.module = std::move(module)};
  Reader(text).module();
  return text;
}

}  // namespace vramlint::usage
