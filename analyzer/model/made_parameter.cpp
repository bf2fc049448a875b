#include "model/made_parameter.h"

#include "model/tensor.h"

namespace vramlint::model {

using interp::Value;

Value unknown_parameter(const Value& data) {
  const auto& unknown = *data.as<interp::UnknownValue>();
  if (!unknown.stand_in.is_none() || !unknown.trail.is_none()) return data;
  return Value(new interp::UnknownValue(unknown.info, interp::UnknownValue::Sort::tensor)).with_origin(data.origin());
}

void set_requires_grad(Tensor& tensor, bool wanted) {
  if (tensor.requires_grad != wanted) tensor.builder->before_change(tensor);
  tensor.requires_grad = wanted;
  if (tensor.on_device()) tensor.builder->graph.tensors[*tensor.id].requires_grad = wanted;
}

Value parameter_of(interp::Interpreter& interpreter, const Value& data, bool requires_grad, const Value& cls) {
  Value made = interpreter.call(interpreter.get_attribute(data, "detach", {}), std::vector<Value>{}, {});
  if (Tensor* parameter = as_tensor(made)) set_requires_grad(*parameter, requires_grad), parameter->cls = cls;
  return made;
}

}  // namespace vramlint::model
