// The attribute protocol.
#include "interp/builtins_arguments.h"
#include "interp/described_modules.h"
#include "interp/descriptors.h"
#include "interp/followed.h"
#include "interp/frame.h"
#include "interp/heap.h"
#include "interp/opaque.h"
#include "interp/uncertain.h"
#include "interp/unknown_lists.h"
#include "interp/writing.h"

namespace vramlint::interp {

bool is_data_descriptor(const Value& found) {
  if (found.is(ObjectKind::property)) return true;
  auto* instance = found.is(ObjectKind::instance) ? static_cast<const Instance*>(found.object()) : nullptr;
  return instance && instance->cls()->lookup("__set__");
}

namespace {

const Dict& dict_of(const Value& value) { return *static_cast<const Dict*>(value.object()); }

/// A value found on a class, as seen through an instance (or the class itself when `self` is None).
Value bind(Interpreter& interpreter, const Value& found, const Value& self, const Class* owner, const Span& span) {
  if (!found.is_object()) return found;
  switch (found.object()->kind) {
    case ObjectKind::function:
      return self.is_none() ? found : Value(new BoundMethod(self, found));
    case ObjectKind::builtin:
      return !self.is_none() && static_cast<const Builtin*>(found.object())->is_method
                 ? Value(new BoundMethod(self, found))
                 : found;
    case ObjectKind::static_method:
      return static_cast<const StaticMethod*>(found.object())->function;
    case ObjectKind::class_method:
      return Value(new BoundMethod(Value(owner), static_cast<const ClassMethod*>(found.object())->function));
    case ObjectKind::property: {
      if (self.is_none()) return found;
      const Value getter = static_cast<const Property*>(found.object())->getter;
      if (getter.is_none()) interpreter.raise("AttributeError", "unreadable attribute", span);
      return interpreter.call(getter, {self}, span);
    }
    case ObjectKind::instance:
      if (const Value* get = static_cast<const Instance*>(found.object())->cls()->lookup("__get__"))
        return interpreter.call(Value(*get), {found, self, Value(owner)}, span);
      return found;
    default:
      return found;
  }
}

std::optional<Value> class_attribute(Interpreter& interpreter, const Class& cls, std::string_view name,
                                     const Span& span) {
  if (const Value* found = cls.lookup(name)) return bind(interpreter, Value(*found), Value::none(), &cls, span);
  if (name == "__name__") return Value::string(cls.name);
  if (name == "__qualname__") return Value::string(cls.name);
  if (name == "__module__") return Value::string(cls.module);
  if (name == "__doc__") return Value::none();
  if (name == "__dict__") return cls.attributes;
  if (name == "__bases__") return Value::tuple(cls.bases);
  if (name == "__base__") return cls.bases.empty() ? Value::none() : cls.bases[0];
  if (name == "__mro__") {
    std::vector<Value> order;
    for (const Class* ancestor : cls.mro) order.emplace_back(ancestor);
    return Value::tuple(std::move(order));
  }
  if (name == "mro") {
    Value self(&cls);
    return interpreter.make_builtin("mro", [self](Interpreter& in, Arguments& a) {
      return in.call(in.builtin_class("list") ? Value(in.builtin_class("list")) : Value(),
                     {in.get_attribute(self, "__mro__", a.span)}, a.span);
    });
  }
  auto* metaclass = cls.metaclass.is_none() ? interpreter.impl().type_class : cls.metaclass.as<Class>();
  if (metaclass)
    if (const Value* found = metaclass->lookup(name))
      return bind(interpreter, Value(*found), Value(&cls), metaclass, span);
  if (const Value* hook = metaclass ? metaclass->lookup("__getattr__") : nullptr)
    return interpreter.call(Value(*hook), {Value(&cls), Value::string(std::string(name))}, span);
  return {};
}

std::optional<Value> super_attribute(Interpreter& interpreter, const Super& super, std::string_view name,
                                     const Span& span) {
  auto* start = super.cls.as<Class>();
  const bool on_class = super.self.is(ObjectKind::type);
  const Class* type = on_class ? static_cast<const Class*>(super.self.object()) : interpreter.type_of(super.self);
  if (on_class && start && !type->derives_from(start)) type = interpreter.type_of(super.self);
  bool after = false;
  for (const Class* ancestor : type->mro) {
    if (ancestor == start) {
      after = true;
      continue;
    }
    if (!after) continue;
    const Value* found = dict_of(ancestor->attributes).find(name);
    if (!found) continue;
    const bool static_new = name == "__new__";
    if (static_new) return bind(interpreter, Value(*found), Value::none(), type, span);
    return bind(interpreter, Value(*found), on_class && found->is(ObjectKind::function) ? Value::none() : super.self,
                type, span);
  }
  if (name == "__init__" || name == "__init_subclass__" || name == "__set_name__")
    return default_hook(interpreter, super.self, name);
  if (name == "__dict__") return interpreter.get_attribute(super.self, name, span);
  if (auto found = object_taking_apart(interpreter, super.self, name)) return found;
  if (name == "__setattr__")
    return interpreter.make_builtin("__setattr__", [self = super.self](Interpreter& in, Arguments& a) {
      in.set_own_attribute(self, a.positional.at(0).as_string(), a.positional.at(1), a.span);
      return Value::none();
    });
  if (name == "__getattribute__" || name == "__delattr__")
    return interpreter.make_builtin(
        std::string(name), [self = super.self, get = name == "__getattribute__"](Interpreter& in, Arguments& a) {
          if (get) return plain_attribute(in, self, a.positional.at(0).as_string(), a.span);
          in.delete_own_attribute(self, a.positional.at(0).as_string(), a.span);
          return Value::none();
        });
  auto* native = super.self.as<Native>();
  return native ? native->inherited_attribute(interpreter, name, span) : std::nullopt;
}

/// What `first` finds; where that raises AttributeError, what the class's `__getattr__` answers, as CPython's
/// slot_tp_getattr_hook does (Objects/typeobject.c, 3.11).
template <typename First>
Value or_else_asked(Interpreter& interpreter, const Class* cls, const Value& self, std::string_view name,
                    const Span& span, const First& first) {
  const Value* hook = cls->lookup("__getattr__");
  if (!hook) return first();
  const Value ask = *hook;
  try {
    return first();
  } catch (const Raised& raised) {
    if (!interpreter.type_of(raised.exception)->derives_from(interpreter.builtin_class("AttributeError"))) throw;
  }
  return interpreter.call(ask, {self, Value::string(std::string(name))}, span);
}

/// What every instance has, whatever its class says.
std::optional<Value> implied_attribute(Interpreter& interpreter, const Value& self, std::string_view name,
                                       const Span& span) {
  const auto& instance = *static_cast<const Instance*>(self.object());
  if (name == "__class__") return instance.type;
  if (name == "__dict__") return instance.attributes;
  if (name == "__doc__") return Value::none();
  if (auto found = object_taking_apart(interpreter, self, name)) return found;
  if (name == "__init__" || name == "__new__" || name == "__setattr__" || name == "__getattribute__" ||
      name == "__delattr__") {
    Super super(instance.type, self);
    super.references = 1;
    return super_attribute(interpreter, super, name, span);
  }
  return {};
}

/// What object.__getattribute__ finds: past the class's own `__getattribute__` and `__getattr__`.
std::optional<Value> stored_attribute(Interpreter& interpreter, const Value& self, std::string_view name,
                                      const Span& span) {
  const auto& instance = *static_cast<const Instance*>(self.object());
  const Class* cls = instance.cls();
  const Value* found = cls->lookup(name);
  if (found && is_data_descriptor(*found)) return bind(interpreter, Value(*found), self, cls, span);
  if (const Value* own = dict_of(instance.attributes).find(name)) return *own;
  if (found) return bind(interpreter, Value(*found), self, cls, span);
  return implied_attribute(interpreter, self, name, span);
}

std::optional<Value> instance_attribute(Interpreter& interpreter, const Value& self, std::string_view name,
                                        const Span& span) {
  const auto& instance = *static_cast<const Instance*>(self.object());
  const Class* cls = instance.cls();
  if (interpreter.impl().asks_itself.contains(cls))
    if (const Value* ask = cls->lookup("__getattribute__"); ask && !ask->is(ObjectKind::builtin))
      return or_else_asked(interpreter, cls, self, name, span, [&, own = Value(*ask)] {
        return interpreter.call(own, {self, Value::string(std::string(name))}, span);
      });
  const Value* found = cls->lookup(name);
  if (found && is_data_descriptor(*found))  // a module whose property hides a child of the same name
    return or_else_asked(interpreter, cls, self, name, span,
                         [&, own = Value(*found)] { return bind(interpreter, own, self, cls, span); });
  if (const Value* own = dict_of(instance.attributes).find(name)) {
    note_attribute(interpreter, name, *own, span);
    return *own;
  }
  if (found) return bind(interpreter, Value(*found), self, cls, span);
  if (auto implied = implied_attribute(interpreter, self, name, span)) return implied;
  if (const Value* hook = cls->lookup("__getattr__"))
    return interpreter.call(Value(*hook), {self, Value::string(std::string(name))}, span);
  return {};
}

std::optional<Value> bound_method_attribute(Interpreter& interpreter, const BoundMethod& method, std::string_view name,
                                            const Span& span) {
  if (name == "__self__") return method.self;
  if (name == "__func__") return method.function;
  const BoundMethod* innermost = &method;
  for (; const auto* inner = innermost->function.as<BoundMethod>(); innermost = inner)
    interpreter.budget().touch(1, span);
  return interpreter.find_attribute(innermost->function, name, span);
}

/// Whether it is code, which says what it lacks when it runs: a class with methods that run before its objects are
/// used.
bool runs_later(const Value& value) {
  if (value.is(ObjectKind::type)) {
    const auto* own = static_cast<const Class*>(value.object())->attributes.as<Dict>();
    return own && (own->find("__init__") || own->find("forward"));
  }
  return value.is(ObjectKind::function) || value.is(ObjectKind::builtin) || value.is(ObjectKind::module);
}

std::optional<Value> module_attribute(Interpreter& interpreter, const Module& module, std::string_view name,
                                      const Span& span) {
  if (const Value* found = dict_of(module.globals).find(name)) {
    if (Interpreter::Impl& impl = interpreter.impl(); !impl.withheld.empty() && !runs_later(*found)) impl.tell(&module);
    return *found;
  }
  if (name == "__dict__") return module.globals;
  if (name == "__name__") return Value::string(module.name);
  if (auto fact = import_fact(interpreter, module, name, span)) return fact;
  const Value* hook = dict_of(module.globals).find("__getattr__");
  if (!hook) return {};
  try {
    return interpreter.call(Value(*hook), {Value::string(std::string(name))}, span);
  } catch (Raised& raised) {
    if (!interpreter.type_of(raised.exception)->derives_from(interpreter.builtin_class("AttributeError"))) throw;
    return {};
  }
}

std::optional<Value> own_attribute(Interpreter& interpreter, const Value& object, std::string_view name,
                                   const Span& span) {
  switch (object.object()->kind) {
    case ObjectKind::instance:
      return instance_attribute(interpreter, object, name, span);
    case ObjectKind::type:
      return class_attribute(interpreter, *static_cast<const Class*>(object.object()), name, span);
    case ObjectKind::module:
      return module_attribute(interpreter, *static_cast<const Module*>(object.object()), name, span);
    case ObjectKind::function:
      return function_attribute(interpreter, *static_cast<const FunctionObject*>(object.object()), name);
    case ObjectKind::bound_method:
      return bound_method_attribute(interpreter, *static_cast<const BoundMethod*>(object.object()), name, span);
    case ObjectKind::super:
      return super_attribute(interpreter, *static_cast<const Super*>(object.object()), name, span);
    case ObjectKind::native:
      return object.as<Native>()->get_attribute(interpreter, name, span);
    case ObjectKind::builtin:
      if (name == "__name__" || name == "__qualname__")
        return Value::string(static_cast<const Builtin*>(object.object())->name);
      return {};
    case ObjectKind::slice: {
      const auto& slice = *static_cast<const SliceObject*>(object.object());
      if (name == "start") return slice.lower;
      if (name == "stop") return slice.upper;
      if (name == "step") return slice.step;
      return {};
    }
    default:
      return {};
  }
}

}  // namespace

Value plain_attribute(Interpreter& interpreter, const Value& object, std::string_view name, const Span& span) {
  if (!object.is(ObjectKind::instance)) return interpreter.get_attribute(object, name, span);
  if (auto found = stored_attribute(interpreter, object, name, span)) return std::move(*found);
  interpreter.raise("AttributeError",
                    "'" + interpreter.type_of(object)->name + "' object has no attribute '" + std::string(name) + "'",
                    span, object.origin());
}

Value default_hook(Interpreter& interpreter, const Value& self, std::string_view name) {
  if (name != "__init__")
    return interpreter.make_builtin(std::string(name), [](Interpreter&, Arguments&) { return Value::none(); });
  return interpreter.make_builtin("__init__", [self](Interpreter& in, Arguments& a) {
    auto* instance = self.is(ObjectKind::instance) ? static_cast<const Instance*>(self.object()) : nullptr;
    if (!instance || instance->payload.is_none()) {
      if (instance && in.type_of(self)->derives_from(in.builtin_class("BaseException")))
        in.heap().dict(instance->attributes).set("args", Value::tuple(a.positional));
      return Value::none();
    }
    Value payload = in.call(Value(in.type_of(instance->payload)), a);
    in.heap().write(*instance).payload = std::move(payload);
    return Value::none();
  });
}

namespace {

Value unknown_attribute(Interpreter& interpreter, const Value& object, std::string_view name, const Span& span) {
  const Value instead = standing_in(object);
  if (instead.is_unknown()) return name == "data" || name == "item" || name == "detach" ? as_data(object) : object;
  auto found = attribute_if_any(interpreter, instead, name, span);
  return found ? std::move(*found) : part_of_unknown(object);
}

}  // namespace

std::optional<Value> Interpreter::find_attribute(const Value& object, std::string_view name, Span span) {
  if (is_unknown_text(object)) {
    const Class* cls = builtin_class("str");
    if (const Value* method = cls->lookup(name)) return bind(*this, Value(*method), object, cls, span);
  }
  if (std::optional<Value> method = list_method(*this, object, name)) return std::move(*method);
  if (const Value read = read_from(object, name); !read.is_none())
    return make_builtin(std::string(name), [read](Interpreter&, Arguments&) { return read; });
  if (object.is_unknown()) return unknown_attribute(*this, object, name, span);
  if (object.is_object()) {
    if (auto found = own_attribute(*this, object, name, span)) return found;
    if (object.is(ObjectKind::instance) || object.is(ObjectKind::super)) return {};
  }
  const Class* cls = type_of(object);
  if (name == "__class__") return Value(cls);
  if (const Value* found = cls->lookup(name)) {
    return bind(*this, Value(*found), object, cls, span);
  }
  if (name == "__doc__") return Value::none();
  return {};
}

namespace {

/// The instance, class or module that says of itself or of its class that it may hold more than is seen.
const Object* exposed_in(Interpreter& interpreter, const Value& object) {
  if (!object.is_object()) return nullptr;
  if (object.object()->exposed) return object.object();
  if (const auto* super = object.is(ObjectKind::super) ? static_cast<const Super*>(object.object()) : nullptr) {
    const Object* cls = super->self.is(ObjectKind::type) ? super->self.object() : interpreter.type_of(super->self);
    return cls->exposed ? cls : nullptr;
  }
  const Class* cls = object.is(ObjectKind::instance) ? interpreter.type_of(object) : nullptr;
  return cls && cls->exposed ? cls : nullptr;
}

/// Of an object that may hold more than is seen: what it lacks is not known.
std::optional<Value> exposed_attribute(Interpreter& interpreter, const Value& object, const Object& exposed,
                                       std::string_view name, const Span& span) {
  if (auto found = attribute_if_any(interpreter, object, name, span)) return found;
  Value hidden = name.starts_with("__") ? Value() : what_may_be_in(interpreter, exposed, span);
  return hidden.is_unknown() ? std::optional(std::move(hidden)) : interpreter.find_attribute(object, name, span);
}

/// An instance's attribute that may be there because not all that its `__dict__` holds is seen.
Value stored_elsewhere(Interpreter& interpreter, const Value& object, std::string_view name, const Span& span) {
  if (!object.is(ObjectKind::instance) || name.starts_with("__")) return {};
  const auto& instance = *static_cast<const Instance*>(object.object());
  return what_may_be_in(interpreter, *instance.attributes.object(), span);
}

}  // namespace

Value Interpreter::get_attribute(const Value& object, std::string_view name, Span span) {
  const Object* exposed = impl_->exposures.empty() ? nullptr : exposed_in(*this, object);
  try {
    if (auto found =
            exposed ? exposed_attribute(*this, object, *exposed, name, span) : find_attribute(object, name, span)) {
      if (!impl_->uncertain.empty() && object.is(ObjectKind::instance) && !found->is_object())
        reads_replaced(*this, dict_of(static_cast<const Instance*>(object.object())->attributes));
      return std::move(*found);
    }
  } catch (Raised& raised) {
    note_gap(*this, object, name, raised);
    throw;
  }
  if (object.is(ObjectKind::module)) {
    if (auto found = undescribed(*this, *static_cast<const Module*>(object.object()), name, span))
      return std::move(*found);
  }
  if (auto found = scalar_attribute(*this, object, name)) return std::move(*found);
  if (Value hidden = stored_elsewhere(*this, object, name, span); hidden.is_unknown()) return hidden;
  std::string owner = "'" + type_of(object)->name + "' object";
  if (object.is(ObjectKind::type)) owner = "type object '" + static_cast<const Class*>(object.object())->name + "'";
  if (object.is(ObjectKind::module)) owner = "module '" + static_cast<const Module*>(object.object())->name + "'";
  try {
    raise("AttributeError", owner + " has no attribute '" + std::string(name) + "'", span, object.origin());
  } catch (Raised& raised) {
    note_gap(*this, object, name, raised);
    throw;
  }
}

}  // namespace vramlint::interp
