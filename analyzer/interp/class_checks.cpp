// isinstance() and issubclass().
#include <algorithm>

#include "interp/aliases.h"
#include "interp/classes.h"
#include "interp/frame.h"
#include "interp/impl.h"

namespace vramlint::interp {

const Value* written_method(const Class& cls, std::string_view name) {
  const Value* found = cls.lookup(name);
  return found && !found->is(ObjectKind::builtin) ? found : nullptr;
}

namespace {

bool is_of_abc(const Value& check) {
  const auto* function = check.as<FunctionObject>();
  const auto* module = function ? function->module.as<Module>() : nullptr;
  return module && module->name == "abc";
}

/// What ABCMeta's own check answers of a class that neither registers others nor has a hook.
std::optional<bool> abstract_answer(const Class& asked, const Value& check, const Class& cls) {
  if (!is_of_abc(check)) return std::nullopt;
  if (cls.derives_from(&asked)) return true;
  const Dict& own = *asked.attributes.as<Dict>();
  if (own.find(std::string_view("__subclasshook__")) || own.find(std::string_view("_accepts"))) return std::nullopt;
  const Value* registered = own.find(std::string_view("_registered"));
  const auto* list = registered ? registered->as<List>() : nullptr;
  return list && list->items.empty() ? std::optional(false) : std::nullopt;
}

}  // namespace

bool Interpreter::is_subclass(const Class* cls, const Value& class_or_tuple, Span span) {
  if (auto* tuple = class_or_tuple.as<Tuple>()) {
    budget().step(span);
    budget().check_stack(span);
    return std::any_of(tuple->items.begin(), tuple->items.end(),
                       [&](const Value& item) { return is_subclass(cls, item, span); });
  }
  if (class_or_tuple.is_unknown()) return false;
  auto* other = class_or_tuple.as<Class>();
  if (const Value accepted = accepted_classes(*this, class_or_tuple, span); !accepted.is_none())
    return is_subclass(cls, accepted, span);
  if (!other) raise("TypeError", "isinstance() arg 2 must be a type, a tuple of types, or a union", span);
  if (const auto* metaclass = other->metaclass.as<Class>())
    if (const Value* check = written_method(*metaclass, "__subclasscheck__")) {
      if (const auto answer = abstract_answer(*other, *check, *cls)) return *answer;
      return truthy(call(Value(*check), {class_or_tuple, Value(cls)}, span), span);
    }
  return cls->derives_from(other);
}

bool Interpreter::is_instance(const Value& value, const Value& class_or_tuple, Span span) {
  if (auto* other = class_or_tuple.as<Class>())
    if (const auto* metaclass = other->metaclass.as<Class>())
      if (const Value* check = written_method(*metaclass, "__instancecheck__");
          check && (value.is_unknown() || !is_of_abc(*check)))
        return truthy(call(Value(*check), {class_or_tuple, value}, span), span);
  return is_subclass(type_of(value), class_or_tuple, span);
}

}  // namespace vramlint::interp
