#include "model/tensor_constructors.h"

#include "model/apply.h"
#include "model/bounded_sizes.h"
#include "model/convert.h"
#include "model/data_facts.h"
#include "model/device.h"
#include "model/dtype.h"
#include "model/factories.h"
#include "model/made_parameter.h"
#include "model/refuse.h"
#include "model/tensor.h"
#include "model/torch_arguments.h"

namespace vramlint::model {

using graph::Dtype;
using interp::Arguments;
using interp::Interpreter;
using interp::Value;

namespace {

/// torch/nn/parameter.py (1.13 to 2.5): a Parameter needs a gradient unless it is told otherwise, a Buffer none.
bool wants_gradient(Interpreter& interpreter, Arguments& arguments, const Value& cls, const Tensor* from) {
  if (cls.as<interp::Class>()->name == "Buffer") return false;
  const Value grad = torch_argument(arguments, 1, "requires_grad", Value::boolean(true));
  const bool wanted = !grad.is_bool() || grad.as_bool();
  if (wanted && from && !graph::is_differentiable(from->type_info.dtype)) {
    interpreter.raise("RuntimeError", "Only Tensors of floating point and complex dtype can require gradients",
                      arguments.span);
  }
  return wanted;
}

/// torch/csrc/utils/tensor_new.cpp (2.4), legacy_tensor_generic_ctor_new: a torch.Size is a size, not data.
std::vector<Value> sizes_or_data(Interpreter& interpreter, const Arguments& arguments) {
  const std::vector<Value>& given = arguments.positional;
  const auto* sizes = builder_of(interpreter)->size_class.as<interp::Class>();
  if (given.size() != 1 || !sizes || !given[0].is_object() || given[0].is_unknown()) return given;
  return interpreter.type_of(given[0]) == sizes ? interpreter.to_vector(given[0], arguments.span) : given;
}

}  // namespace

Value native_tensor(Interpreter& interpreter, Arguments& arguments) {
  std::optional<Dtype> dtype = dtype_of(interpreter, torch_argument(arguments, 1, "dtype"));
  Value made =
      tensor_from(interpreter, builder_of(interpreter), torch_argument(arguments, 0, "data"), dtype, arguments.span);
  Tensor* tensor = as_tensor(made);
  if (!tensor) return made;
  Place place = place_of(interpreter, torch_argument(arguments, 2, "device"));
  tensor->asked = place;
  if (place == Place::device && tensor->builder->in_step) move_to_device(interpreter, *tensor);
  Value grad = torch_argument(arguments, 3, "requires_grad");
  if (grad.is_bool() && grad.as_bool()) set_requires_grad(*tensor, true);
  return made;
}

Value construct_parameter(Interpreter& interpreter, Arguments& arguments, const Value& cls) {
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  ++builder->made_parameters;
  Value data = torch_argument(arguments, 0, "data");
  if (data.is_unknown()) return unknown_parameter(data);
  Tensor* from = as_tensor(data);
  if (!from && !data.is_none()) (void)interpreter.get_attribute(data, "detach", arguments.span);
  if (from && is_open(from->type_info))
    return unknown_parameter(Value(new interp::UnknownValue(why_open(interpreter, from->type_info, arguments.span))));
  if (from && from->on_device())
    return parameter_of(interpreter, data, wants_gradient(interpreter, arguments, cls, from), cls);
  Value made = make_tensor(builder, from ? from->type_info : graph::contiguous(Dtype::float32, {graph::Dim(0)}));
  Tensor* parameter = as_tensor(made);
  if (from) parameter->origins = from->origins, parameter->values = from->values;
  if (from && from->asked == Place::device) parameter->asked = Place::device;
  parameter->requires_grad = wants_gradient(interpreter, arguments, cls, from);
  parameter->cls = cls;
  return made;
}

Value construct_tensor(Interpreter& interpreter, Arguments& arguments) {
  const std::vector<Value> given = sizes_or_data(interpreter, arguments);
  bool data = given.size() == 1 && !given[0].is_int();
  if (data) return tensor_from(interpreter, builder_of(interpreter), given[0], Dtype::float32, arguments.span);
  graph::Shape shape;
  std::vector<interp::Origin> origins;
  for (const Value& size : given) {
    if (const std::optional<graph::Dim> open = size_of_new(interpreter, size)) {
      shape.push_back(*open), origins.push_back(size.origin());
      continue;
    }
    if (size.is_unknown()) return size;
    if (!size.is_integral())
      interpreter.raise("TypeError", "new() received an invalid combination of arguments", arguments.span);
    shape.emplace_back(size.as_int());
    origins.push_back(size.origin());
  }
  if (given.empty()) shape.emplace_back(0), origins.push_back(0);
  const graph::TensorType type = graph::contiguous(Dtype::float32, shape);
  refuse_type(interpreter, type, arguments.span);
  Value made = make_tensor(builder_of(interpreter), type);
  as_tensor(made)->origins = origins;
  return made;
}

}  // namespace vramlint::model
