// Setting and deleting attributes.
#include "interp/builtins_arguments.h"
#include "interp/described_modules.h"
#include "interp/descriptors.h"
#include "interp/frame.h"
#include "interp/heap.h"
#include "interp/opaque.h"
#include "interp/uncertain.h"

namespace vramlint::interp {

namespace {

/// Whether it is what the class `object` has under that name.
bool is_of_object(Interpreter& interpreter, const Value& method, std::string_view name) {
  if (!method.is(ObjectKind::builtin)) return false;
  const Value* own = interpreter.impl().object_class->attributes.as<Dict>()->find(name);
  return own && own->same(method);
}

}  // namespace

void Interpreter::set_attribute(const Value& object, std::string_view name, Value value, Span span) {
  if (object.is(ObjectKind::instance))
    if (const Value* hook = type_of(object)->lookup("__setattr__");
        hook && !is_of_object(*this, *hook, "__setattr__")) {
      call(Value(*hook), {object, Value::string(std::string(name)), std::move(value)}, span);
      return;
    }
  set_own_attribute(object, name, std::move(value), span);
}

void Interpreter::set_own_attribute(const Value& object, std::string_view name, Value value, Span span) {
  if (object.is_unknown()) return;
  switch (object.is_object() ? object.object()->kind : ObjectKind::string) {
    case ObjectKind::instance: {
      const auto& instance = *static_cast<const Instance*>(object.object());
      if (const Value* found = instance.cls()->lookup(name); found && is_data_descriptor(*found)) {
        if (auto* property = found->as<Property>()) {
          if (property->setter.is_none())
            raise("AttributeError", "can't set attribute '" + std::string(name) + "'", span);
          call(Value(property->setter), {object, std::move(value)}, span);
        } else {
          call(get_attribute(Value(*found), "__set__", span), {object, std::move(value)}, span);
        }
        return;
      }
      if (name == "__class__" && value.is(ObjectKind::type)) {
        heap().write(instance).type = std::move(value);
        return;
      }
      if (const Value& names = payload_or_self(value); name == "__dict__" && names.is(ObjectKind::dict)) {
        heap().write(instance).attributes = Value(names);
        return;
      }
      if (name == "__dict__" && takes_unknown(*this, *instance.attributes.object(), payload_or_self(value))) return;
      heap().dict(instance.attributes).set(name, std::move(value));
      return;
    }
    case ObjectKind::type: {
      const auto& cls = *static_cast<const Class*>(object.object());
      if (name == "__name__" && value.is_string()) heap().write(cls).name = value.as_string();
      if (name == "__getattribute__") impl_->asks_itself.insert(&cls);
      heap().dict(cls.attributes).set(name, std::move(value));
      return;
    }
    case ObjectKind::module: {
      heap().dict(static_cast<const Module*>(object.object())->globals).set(name, std::move(value));
      return;
    }
    case ObjectKind::function: {
      const auto& function = *static_cast<const FunctionObject*>(object.object());
      heap().dict(function_names(*this, function)).set(name, std::move(value));
      return;
    }
    case ObjectKind::native:
      if (object.as<Native>()->set_attribute(*this, name, std::move(value), span)) return;
      break;
    default:
      break;
  }
  raise("AttributeError", "'" + type_of(object)->name + "' object has no attribute '" + std::string(name) + "'", span);
}

namespace {

/// An object that may hold more than is seen, itself or by its class.
bool may_have_had(Interpreter& interpreter, const Value& object, const Span& span) {
  if (!object.is(ObjectKind::instance)) return false;
  return what_may_be_in(interpreter, *object.object(), span).is_unknown() ||
         what_may_be_in(interpreter, *interpreter.type_of(object), span).is_unknown();
}

}  // namespace

void Interpreter::delete_attribute(const Value& object, std::string_view name, Span span) {
  const Value* hook = object.is(ObjectKind::instance) ? type_of(object)->lookup("__delattr__") : nullptr;
  try {
    if (hook && !hook->is(ObjectKind::builtin))
      call(Value(*hook), {object, Value::string(std::string(name))}, span);
    else
      delete_own_attribute(object, name, span);
  } catch (Raised& raised) {
    if (may_have_had(*this, object, span)) return;
    note_gap(*this, object, name, raised);
    throw;
  }
}

void Interpreter::delete_own_attribute(const Value& object, std::string_view name, Span span) {
  if (object.is_unknown()) return;
  if (object.is(ObjectKind::instance)) {
    const Value* found = type_of(object)->lookup(name);
    auto* property = found ? found->as<Property>() : nullptr;
    if (property && property->deleter.is_none())
      raise("AttributeError", "can't delete attribute '" + std::string(name) + "'", span);
    if (property) {
      call(Value(property->deleter), {object}, span);
      return;
    }
  }
  Value attributes;
  if (object.is(ObjectKind::instance)) attributes = static_cast<const Instance*>(object.object())->attributes;
  if (object.is(ObjectKind::type)) attributes = static_cast<const Class*>(object.object())->attributes;
  if (object.is(ObjectKind::module)) attributes = static_cast<const Module*>(object.object())->globals;
  if (auto* names = attributes.as<Dict>()) {
    if (heap().write(*names).erase(name)) return;
  }
  raise("AttributeError", "'" + type_of(object)->name + "' object has no attribute '" + std::string(name) + "'", span);
}

}  // namespace vramlint::interp
