#include "model/trail.h"

#include <algorithm>

#include "interp/opaque.h"
#include "model/apply.h"
#include "model/bounded_sizes.h"
#include "model/tensor.h"

namespace vramlint::model {

using interp::Interpreter;
using interp::Value;

Value rooted(const Value& value) {
  const auto* unknown = value.as<interp::UnknownValue>();
  return unknown && !unknown->trail.is_none() ? unknown->trail : value;
}

bool may_be_root(const Value& value) {
  const Value held = rooted(value);
  const Tensor* tensor = as_tensor(held);
  return tensor && tensor->on_device() && tensor->requires_grad && !is_open(tensor->type_info);
}

namespace {

/// A number on the device, as a loss is.
Value number_on(Interpreter& interpreter, const Value& root) {
  interp::Arguments arguments{{root, Value::tuple({})}, {}, {}};
  arguments.keyword.emplace_back("dtype", interpreter.get_attribute(interpreter.import("torch", {}), "float32", {}));
  return apply(interpreter, "Tensor.new_empty", arguments);
}

}  // namespace

Value also_of(Interpreter& interpreter, Value result, const Value& unknown) {
  const Value& trail = unknown.as<interp::UnknownValue>()->trail;
  const Tensor* tensor = as_tensor(result);
  if (!tensor || !tensor->on_device() || trail.is_none() || !builder_of(interpreter)->grad_enabled) return result;
  std::vector<Value> inputs = {trail};
  if (tensor->requires_grad) inputs.push_back(result);
  Value joined = apply_schema(interpreter, "_function",
                              {Value::list({std::move(result)}), Value::list(std::move(inputs)), Value::list({})}, {});
  return interpreter.to_vector(joined, {}).at(0);
}

namespace {

/// Each tensor once.
std::vector<Value> tensors_of(const std::vector<Value>& roots) {
  std::vector<Value> tensors;
  for (const Value& root : roots) {
    Value value = rooted(root);
    const auto same = [&](const Value& other) { return as_tensor(other)->id == as_tensor(value)->id; };
    if (may_be_root(value) && std::none_of(tensors.begin(), tensors.end(), same)) tensors.push_back(std::move(value));
  }
  return tensors;
}

Value joined(Interpreter& interpreter, std::vector<Value> tensors, std::vector<Value> kept) {
  Value number = number_on(interpreter, tensors[0]);
  Value nodes = apply_schema(
      interpreter, "_function",
      {Value::list({std::move(number)}), Value::list(std::move(tensors)), Value::list(std::move(kept))}, {});
  return interpreter.to_vector(nodes, {}).at(0);
}

bool is_recorded(Interpreter& interpreter) {
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  return builder->in_step && builder->grad_enabled;
}

}  // namespace

Value trail_of(Interpreter& interpreter, const std::vector<Value>& roots) {
  if (!is_recorded(interpreter)) return {};
  std::vector<Value> tensors = tensors_of(roots);
  if (std::all_of(tensors.begin(), tensors.end(), [](const Value& each) { return as_tensor(each)->leaf; })) return {};
  const bool is_trail = tensors.size() == 1 && roots.size() == 1 && roots[0].is_unknown();
  return is_trail ? tensors[0] : joined(interpreter, std::move(tensors), {});
}

Value depending(Interpreter& interpreter, const Value& unknown, const std::vector<Value>& inputs,
                std::vector<Value> kept) {
  std::vector<Value> tensors = tensors_of(inputs);
  if (!is_recorded(interpreter) || tensors.empty()) return unknown;
  std::erase_if(kept, [](const Value& each) { return !as_tensor(each) || !as_tensor(each)->on_device(); });
  using interp::UnknownValue;
  return Value(new UnknownValue(unknown.as<UnknownValue>()->info, UnknownValue::Sort::tensor, {},
                                joined(interpreter, std::move(tensors), std::move(kept))))
      .with_origin(unknown.origin());
}

Value taken_root(Interpreter& interpreter, const Value& unknown, const Span& place) {
  const Unknown& why = unknown.as<interp::UnknownValue>()->info;
  Value root = unknown.as<interp::UnknownValue>()->trail;
  if (!root.is_none()) {
    interpreter.assumptions().push_back(
        {interp::quoted(place) + " is taken to go into all tensors that the loss was made of: " + why.reason, place});
  } else if (builder_of(interpreter)->in_step) {
    interp::note_unknown(
        interpreter, unknown_by(why,
                                interp::quoted(place) + " is not followed: no gradients and no states of the optimizer "
                                                        "are counted for it",
                                place, Gap::training));
  }
  return root;
}

}  // namespace vramlint::model
