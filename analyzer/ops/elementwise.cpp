#include "ops/elementwise.h"

namespace vramlint::ops {

namespace {

bool casts_down(Dtype from, Dtype to) {  // torch.can_cast is false
  auto kind = [](Dtype dtype) {
    return graph::is_complex(dtype) ? 3 : graph::is_floating(dtype) ? 2 : dtype == Dtype::boolean ? 0 : 1;
  };
  return kind(from) > kind(to);
}

}  // namespace

bool is_tensor(const Call& call, size_t arg) { return std::holds_alternative<graph::OperandRef>(call.args[arg]); }

std::vector<TensorType> paired_tensors(const Call& call) {
  std::vector<TensorType> types;
  for (size_t arg : {size_t{0}, size_t{1}}) {
    if (is_tensor(call, arg)) types.push_back(call.operand(arg).type);
  }
  return types;
}

Dtype paired_dtype(const Call& call, Result result) {
  const Dtype promoted = result_type(call, {0, 1});
  if (result == Result::boolean) return Dtype::boolean;
  return result == Result::floating && !graph::is_differentiable(promoted) ? Dtype::float32 : promoted;
}

Inferred infer_pair(const Call& call, Result result) {
  const std::vector<TensorType> types = paired_tensors(call);
  Broadcast common = broadcast(types);
  if (!common.error.empty()) return failure(common.error);
  TensorType made = elementwise(paired_dtype(call, result), common.shape, types);
  return result == Result::boolean ? constant(std::move(made)) : fresh(std::move(made));
}

/// Comparisons in place keep the tensor's dtype.
Inferred infer_pair_in_place(const Call& call, Result result) {
  const TensorType& self = call.operand(0).type;
  const Broadcast common = broadcast(paired_tensors(call));
  if (!common.error.empty()) return failure(common.error);
  if (!may_be_same(common.shape, self.shape)) {
    return failure("output with shape " + to_string(self.shape) + " doesn't match the broadcast shape " +
                   to_string(common.shape));
  }
  const Dtype dtype = paired_dtype(call, result);
  if (casts_down(dtype, self.dtype)) {
    return failure("result type " + title(dtype) + " can't be cast to the desired output type " + title(self.dtype));
  }
  Inferred inferred = in_place(call, 0);
  if (result == Result::boolean) inferred.outputs[0].differentiable = false;
  return inferred;
}

}  // namespace vramlint::ops
