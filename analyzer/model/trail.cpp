#include "model/trail.h"

#include <algorithm>

#include "interp/opaque.h"
#include "model/apply.h"
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
  return tensor && tensor->on_device() && tensor->requires_grad;
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

Value trail_of(Interpreter& interpreter, std::vector<Value> roots) {
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  if (!builder->in_step || !builder->grad_enabled) return {};
  std::vector<Value> tensors;
  bool leads = false;
  for (const Value& root : roots) {
    Value value = rooted(root);
    const Tensor* tensor = as_tensor(value);
    const auto same = [&](const Value& other) { return as_tensor(other)->id == tensor->id; };
    if (!may_be_root(value) || std::any_of(tensors.begin(), tensors.end(), same)) continue;
    leads = leads || !tensor->leaf;
    tensors.push_back(std::move(value));
  }
  if (!leads) return {};
  const bool is_trail = tensors.size() == 1 && !roots.empty() && !as_tensor(roots[0]);
  if (is_trail) return tensors[0];
  Value number = number_on(interpreter, tensors[0]);
  Value joined = apply_schema(interpreter, "_function",
                              {Value::list({std::move(number)}), Value::list(std::move(tensors)), Value::list({})}, {});
  return interpreter.to_vector(joined, {}).at(0);
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
