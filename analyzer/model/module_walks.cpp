#include "model/module_walks.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "model/apply.h"
#include "model/builder.h"
#include "model/module_iterators.h"

namespace vramlint::model {
namespace {

using interp::Arguments;
using interp::Dict;
using interp::Interpreter;
using interp::Object;
using interp::ObjectKind;
using interp::Value;

constexpr std::string_view kStores[] = {"_parameters", "_buffers", "_modules"};

// ---------------------------------------------------------------- __call__

/// The module that tensors are made for, put back at the end.
class Entered {
 public:
  Entered(Interpreter& interpreter, const Value& module)
      : builder_(*builder_of(interpreter)), before_(builder_.module) {
    ++builder_.module_calls;
    const auto at = builder_.modules.find(module.object());
    if (at != builder_.modules.end()) builder_.module = at->second;
  }
  ~Entered() { builder_.module = before_; }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

 private:
  Builder& builder_;
  graph::ModuleId before_;
};

Value call_module(Interpreter& interpreter, Arguments& arguments, const Value& otherwise) {
  const Value self = arguments.positional.empty() ? Value() : arguments.positional.front();
  const Dict *hooks = store_of(self, "_forward_hooks"), *before = store_of(self, "_forward_pre_hooks");
  if (!hooks || !before || hooks->size() + before->size() > 0) return interpreter.call(otherwise, std::move(arguments));
  const interp::Deeper deeper(interpreter.budget(), arguments.span);
  const Entered entered(interpreter, self);
  arguments.positional.erase(arguments.positional.begin());
  const Arguments kept = arguments;  // as torch's *args and **kwargs do while forward runs
  const Value forward = interpreter.get_attribute(self, "forward", arguments.span);
  return interpreter.call(forward, std::move(arguments));
}

// ---------------------------------------------------------------- train

/// None where the module keeps something else than modules.
std::optional<std::vector<Value>> children_of(Interpreter& interpreter, const Value& module) {
  const Dict* modules = store_of(module, "_modules");
  if (!modules) return std::nullopt;
  std::vector<Value> children;
  std::unordered_set<const Object*> seen;
  for (const Dict::Entry& entry : modules->entries()) {
    if (!entry.live || entry.value.is_none() || is_missing_part(interpreter, entry.value)) continue;
    if (!entry.value.is(ObjectKind::instance) || has_own_equality(*interpreter.type_of(entry.value)))
      return std::nullopt;
    if (seen.insert(entry.value.object()).second) children.push_back(entry.value);
  }
  return children;
}

struct Trainer {
  Interpreter& interpreter;
  const interp::Class& module_class;
  const Value& otherwise;
  const Value& mode;
  Span span;

  bool leaves(const Value& module, std::string_view method) const {
    return leaves_to_module(interpreter, module, module_class, method);
  }

  void train(const Value& module) const {
    interpreter.budget().step(span);
    const interp::Deeper deeper(interpreter.budget(), span);
    const bool usual = leaves(module, "children") && leaves(module, "named_children");
    const auto children = usual ? children_of(interpreter, module) : std::nullopt;
    if (!children) {
      interpreter.call(otherwise, {module, mode}, span);
      return;
    }
    interpreter.set_attribute(module, "training", mode, span);
    for (const Value& child : *children) {
      if (leaves(child, "train"))
        train(child);
      else
        interpreter.call(interpreter.get_attribute(child, "train", span), {mode}, span);
    }
  }
};

Value train_module(Interpreter& interpreter, Arguments& arguments, const interp::Class& module_class,
                   const Value& otherwise) {
  const size_t given = arguments.positional.size();
  if (given < 1 || given > 2 || !arguments.keyword.empty() || !arguments.positional[0].is(ObjectKind::instance))
    return interpreter.call(otherwise, std::move(arguments));
  const Value self = arguments.positional[0];
  const Value mode = given == 2 ? arguments.positional[1] : Value::boolean(true);
  Trainer{interpreter, module_class, otherwise, mode, arguments.span}.train(self);
  return self;
}

// ---------------------------------------------------------------- named_modules

struct ModuleWalk {
  Interpreter& interpreter;
  const interp::Class& module_class;
  std::unordered_set<const Object*> seen = {};
  std::unordered_map<const interp::Class*, bool> usual = {};  // classes that have nothing of their own to say here
  std::vector<std::pair<std::string, Value>> found = {};

  bool is_usual(const Value& module) {
    constexpr std::string_view kMethod = "named_modules";
    if (!module.is(ObjectKind::instance) || own_attributes(module).find(kMethod)) return false;
    const interp::Class* cls = interpreter.type_of(module);
    const auto [known, is_new] = usual.try_emplace(cls);
    if (is_new) known->second = leaves_to_module(*cls, module_class, kMethod) && !has_own_equality(*cls);
    return known->second;
  }

  bool visit(const std::string& path, const Value& module) {
    interpreter.budget().step({});
    const interp::Deeper deeper(interpreter.budget(), {});
    if (!is_usual(module)) return false;
    const Dict* modules = store_of(module, "_modules");
    if (!modules) return false;
    if (!seen.insert(module.object()).second) return true;
    found.emplace_back(path, module);
    for (const Dict::Entry& entry : modules->entries()) {
      if (!entry.live || entry.value.is_none() || is_missing_part(interpreter, entry.value)) continue;
      if (!entry.key.is_string()) return false;
      const std::string name(entry.key.as_string());
      if (!visit(path.empty() ? name : path + "." + name, entry.value)) return false;
    }
    return true;
  }
};

// ---------------------------------------------------------------- names

/// _is_taken(module, name).
Value is_taken(Interpreter& interpreter, Arguments& arguments, const Value& otherwise) {
  const std::vector<Value>& given = arguments.positional;
  if (given.size() != 2 || !given[1].is_string()) return interpreter.call(otherwise, std::move(arguments));
  for (std::string_view name : kStores) {
    const Dict* store = store_of(given[0], name);
    if (!store) return interpreter.call(otherwise, std::move(arguments));
    if (store->find(given[1])) return Value::boolean(true);
  }
  if (own_attributes(given[0]).find(given[1])) return Value::boolean(true);
  Value cls(interpreter.type_of(given[0]));
  return Value::boolean(interpreter.find_attribute(cls, given[1].as_string(), arguments.span).has_value());
}

template <typename Method>
void replace(Interpreter& interpreter, const interp::Class& module_class, std::string_view name, Method method) {
  const Value* written = module_class.attributes.as<Dict>()->find(name);
  if (!written) return;
  interpreter.add_method(module_class, std::string(name),
                         [method, &module_class, otherwise = *written](Interpreter& in, Arguments& arguments) {
                           return method(in, arguments, module_class, otherwise);
                         });
}

}  // namespace

std::optional<std::vector<std::pair<std::string, Value>>> named_modules(Interpreter& interpreter, const Value& module,
                                                                        const interp::Class& module_class) {
  ModuleWalk walk{interpreter, module_class};
  if (!walk.visit("", module)) return std::nullopt;
  return std::move(walk.found);
}

void quicken_walks(Interpreter& interpreter, interp::Dict& names, const interp::Class& module_class) {
  replace(interpreter, module_class, "train", train_module);
  quicken_iteration(interpreter, module_class);
  replace(interpreter, module_class, "__call__",
          [](Interpreter& in, Arguments& arguments, const interp::Class&, const Value& otherwise) {
            return call_module(in, arguments, otherwise);
          });
  if (const Value* written = names.find("_is_taken")) {
    names.set("_is_taken", interpreter.make_builtin("_is_taken", [otherwise = *written](Interpreter& in, Arguments& a) {
      return is_taken(in, a, otherwise);
    }));
  }
}

}  // namespace vramlint::model
