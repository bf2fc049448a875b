#include "model/autocast.h"

#include <algorithm>
#include <iterator>

#include "model/apply.h"
#include "model/bind.h"
#include "model/dtype.h"
#include "ops/autocast_lists.h"

namespace vramlint::model {
namespace {

using graph::Dtype;
using interp::Interpreter;
using interp::Value;
using ops::AutocastPolicy;

bool is_eligible(const Tensor* tensor) {
  return tensor && tensor->on_device() && graph::is_floating(tensor->type_info.dtype) &&
         tensor->type_info.dtype != Dtype::float64;
}

/// A leaf on a storage that is larger than it is a view: data of a parameter under another name.
bool is_whole(const Builder& builder, const Tensor& tensor) {
  return tensor.type_info.bytes().point == builder.graph.storages[tensor.storage()].bytes.point;
}

/// cached_cast: only leaves in float32 that require grad, are no views, and go to the lower precision.
bool is_kept(const Builder& builder, const Tensor& tensor, Dtype to) {
  const AutocastMode& mode = builder.autocast.mode;
  return mode.cache_enabled && to == mode.dtype && tensor.type_info.dtype == Dtype::float32 && tensor.requires_grad &&
         tensor.leaf && is_whole(builder, tensor);
}

Value cast(Interpreter& interpreter, Builder& builder, const Value& value, Dtype to, bool keep) {
  const Tensor* tensor = as_tensor(value);
  if (!is_eligible(tensor) || tensor->type_info.dtype == to) return value;
  const graph::TensorId source = *tensor->id;
  const bool kept = keep && is_kept(builder, *tensor, to);
  if (kept) {
    const auto found = builder.autocast.kept.find(source);
    if (found != builder.autocast.kept.end()) return found->second;
  }
  Value made = apply_schema(interpreter, "to.dtype", {value, dtype_value(to)}, {});
  if (kept) builder.autocast.kept.emplace(source, made);
  return made;
}

/// Float32 wins over the lower precision; float64 has no say.
Dtype widest(const Builder& builder, const std::vector<Value>& tensors) {
  Dtype widest = builder.autocast.mode.dtype;
  for (const Value& value : tensors) {
    const Tensor* tensor = as_tensor(value);
    if (is_eligible(tensor) && tensor->type_info.dtype == Dtype::float32) widest = Dtype::float32;
  }
  return widest;
}

[[noreturn]] void refuse(Interpreter& interpreter, std::string_view name) {
  interpreter.raise("RuntimeError",
                    "torch.nn.functional." + std::string(name) +
                        " and torch.nn.BCELoss are unsafe to autocast; use binary_cross_entropy_with_logits",
                    user_span(interpreter));
}

/// What `policy` casts to; nothing where it leaves the operands as they are.
std::optional<Dtype> target(const Builder& builder, AutocastPolicy policy, const std::vector<Value>& tensors) {
  switch (policy) {
    case AutocastPolicy::lower:
    case AutocastPolicy::lower_unkept:
      return builder.autocast.mode.dtype;
    case AutocastPolicy::float32:
      return Dtype::float32;
    case AutocastPolicy::promote:
      return widest(builder, tensors);
    case AutocastPolicy::none:
    case AutocastPolicy::float32_dtype:
    case AutocastPolicy::float32_result:
    case AutocastPolicy::refused:
      return std::nullopt;
  }
  return std::nullopt;
}

/// A tensor that the operator is about to bring to the device is brought now, for it takes part.
void bring(Interpreter& interpreter, const Bound& bound) {
  for (const Value& value : bound.tensors) {
    Tensor* tensor = as_tensor(value);
    if (!tensor || tensor->on_device()) continue;
    const bool number = tensor->type_info.rank() == 0 && !tensor->requires_grad;
    if (!number && tensor->asked != Place::host) move_to_device(interpreter, *tensor);
  }
}

/// Operands, the last argument's first: the casts are arguments of one C++ call, and gcc, which builds PyTorch's
/// wheels, evaluates them so (aten/src/ATen/autocast_mode.h of 2.11; the requests of an H100's runs stand in that
/// order).
std::vector<int> cast_order(const graph::Call& call) {
  std::vector<int> order;
  for (auto arg = call.args.rbegin(); arg != call.args.rend(); ++arg) {
    if (const auto* one = std::get_if<graph::OperandRef>(&*arg)) order.push_back(one->index);
    if (const auto* list = std::get_if<graph::OperandList>(&*arg))
      std::copy_if(list->indices.begin(), list->indices.end(), std::back_inserter(order),
                   [](int at) { return at >= 0; });
  }
  return order;
}

void set_dtype(Bound& bound) {
  if (bound.tensors.empty() || !is_eligible(as_tensor(bound.tensors[0]))) return;
  const std::optional<size_t> at = ops::dtype_argument(bound.call.op->schema);
  if (at && bound.call.is_none(*at)) bound.call.args[*at] = Dtype::float32;
}

}  // namespace

void Autocast::leave() {
  if (--mode.nesting == 0) kept.clear();
}

void Autocast::forget_from(graph::TensorId first) {
  std::erase_if(kept, [first](const auto& entry) {
    const Tensor* made = as_tensor(entry.second);
    return entry.first >= first || !made || made->id.value_or(first) >= first;
  });
}

bool cast_operands(Interpreter& interpreter, Builder& builder, Bound& bound) {
  const AutocastMode& mode = builder.autocast.mode;
  if (!mode.enabled || mode.excluded) return false;
  const std::string_view schema = bound.call.op->schema;
  const std::string_view name = schema.substr(0, schema.find('('));
  const AutocastPolicy policy = ops::autocast_policy(name, builder.torch);
  if (policy == AutocastPolicy::none) return false;
  if (policy == AutocastPolicy::refused) refuse(interpreter, name);
  bring(interpreter, bound);
  if (policy == AutocastPolicy::float32_dtype) set_dtype(bound);
  if (policy == AutocastPolicy::float32_result)
    return !bound.tensors.empty() && is_eligible(as_tensor(bound.tensors[0]));
  const std::optional<Dtype> to = target(builder, policy, bound.tensors);
  if (!to) return false;
  for (const int i : cast_order(bound.call)) {
    Value& operand = bound.tensors[static_cast<size_t>(i)];
    Value made = cast(interpreter, builder, operand, *to, policy == AutocastPolicy::lower);
    const Tensor* tensor = as_tensor(made);
    if (!tensor || tensor == as_tensor(operand)) continue;
    bound.call.operands[static_cast<size_t>(i)] = {tensor->type_info, tensor->requires_grad, false};
    operand = std::move(made);
  }
  return false;
}

std::vector<Value> cast_tensors(Interpreter& interpreter, Builder& builder, std::string_view name,
                                std::vector<Value> tensors) {
  const AutocastMode& mode = builder.autocast.mode;
  if (!mode.enabled || mode.excluded) return tensors;
  const AutocastPolicy policy = ops::autocast_policy(name, builder.torch);
  if (const std::optional<Dtype> to = target(builder, policy, tensors)) {
    for (Value& tensor : tensors) tensor = cast(interpreter, builder, tensor, *to, policy == AutocastPolicy::lower);
  }
  return tensors;
}

}  // namespace vramlint::model
