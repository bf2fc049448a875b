#include "model/tensor_subclass.h"

#include "model/tensor_attributes.h"

namespace vramlint::model {

using interp::Interpreter;
using interp::Value;

namespace {

/// torch.Tensor, Parameter and Buffer are made by the analyzer itself.
bool is_of_torch(const interp::Class& cls) { return static_cast<bool>(cls.construct); }

const Value* find_in_own(const Tensor& self, std::string_view name) {
  const auto* cls = self.cls.as<interp::Class>();
  if (!cls || is_of_torch(*cls)) return nullptr;
  for (const interp::Class* each : cls->mro) {
    if (is_of_torch(*each)) break;
    if (const Value* found = each->attributes.as<interp::Dict>()->find(name)) return found;
  }
  return nullptr;
}

}  // namespace

std::optional<Value> subclass_attribute(Interpreter& interpreter, Tensor& self, std::string_view name, Span span) {
  const Value* found = find_in_own(self, name);
  if (!found) return {};
  if (found->as<interp::FunctionObject>()) return Value(new interp::BoundMethod(Value(&self), *found));
  if (auto* property = found->as<interp::Property>()) return interpreter.call(property->getter, {Value(&self)}, span);
  if (auto* own = self.attributes.as<interp::Dict>()) {
    if (const Value* value = own->find(name)) return *value;
  }
  if (found->as<interp::StaticMethod>() || found->as<interp::ClassMethod>())
    return interpreter.get_attribute(self.cls, name, span);
  return name.starts_with("__") ? std::nullopt : std::optional<Value>(*found);
}

bool set_by_subclass(Interpreter& interpreter, Tensor& self, std::string_view name, const Value& value, Span span) {
  const Value* found = find_in_own(self, name);
  const auto* property = found ? found->as<interp::Property>() : nullptr;
  if (!property || property->setter.is_none()) return false;
  interpreter.call(property->setter, {Value(&self), value}, span);
  return true;
}

Value attribute_of_torch(Interpreter& interpreter, interp::Arguments& arguments) {
  const Value& self = arguments.positional.at(0);
  const std::string_view name = arguments.positional.at(1).as_string();
  Tensor* tensor = as_tensor(self);
  if (!tensor) return interpreter.get_attribute(self, name, arguments.span);
  if (std::optional<Value> found = tensor_attribute(interpreter, *tensor, name, arguments.span))
    return std::move(*found);
  interpreter.raise("AttributeError", "'Tensor' object has no attribute '" + std::string(name) + "'", arguments.span);
}

}  // namespace vramlint::model
