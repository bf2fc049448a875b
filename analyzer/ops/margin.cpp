// Margin losses that have kernels of their own. Kept: input and target, in multilabel_margin_loss a mark for every
// target as well (derivatives.yaml, 1.13 to 2.4).
#include "ops/declare.h"
#include "ops/layout.h"

namespace vramlint::ops {

namespace {
namespace margin_op {

Inferred reduced(const Call& call, const Shape& shape, size_t reduction_arg) {
  const Dtype dtype = call.operand(0).type.dtype;
  return fresh(graph::contiguous(dtype, call.integer(reduction_arg) == 0 ? shape : Shape()));
}

Shape samples_of(const TensorType& self) { return self.rank() == 2 ? Shape{self.shape[0]} : Shape(); }

Inferred infer_soft(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const Broadcast common = broadcast(self.shape, call.operand(1).type.shape);
  if (!common.error.empty()) return failure(common.error);
  if (!may_be_same(common.shape, self.shape)) {
    return failure("output with shape " + to_string(self.shape) + " doesn't match the broadcast shape " +
                   to_string(common.shape));
  }
  Inferred inferred = reduced(call, common.shape, 2);  // resized from the elements' size, as in pointwise_loss.cpp
  inferred.outputs[0].storage = dense_bytes(self.dtype, common.shape);
  return inferred;
}

Inferred infer_multi(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const TensorType& target = call.operand(1).type;
  if (self.rank() == 0 || self.rank() > 2)
    return failure("Expected non-empty vector or matrix with optional 0-dim batch size");
  if (call.integer(2) != 1 && call.integer(2) != 2) return failure("only p == 1 and p == 2 supported");
  if (target.dtype != Dtype::int64)
    return failure("expected scalar type Long but found " + std::string(to_string(target.dtype)));
  if (self.rank() == 1 && target.numel() != 1)
    return failure("inconsistent target size, got: " + to_string(target.shape));
  if (self.rank() == 2 && (target.rank() != 1 || differ(target, 0, self, 0))) {
    return failure("inconsistent target size, expected " + std::to_string(self.size(0)) + " but got " +
                   to_string(target.shape));
  }
  return reduced(call, samples_of(self), 5);
}

Inferred infer_multilabel(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const TensorType& target = call.operand(1).type;
  if (!may_be_same(self.shape, target.shape)) {
    return failure("inconsistent target size: " + to_string(target.shape) +
                   " for input of size: " + to_string(self.shape));
  }
  return reduced(call, samples_of(self), 2);
}

Saved saves_multilabel(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.operands = {operand_of(call, 0), operand_of(call, 1)},
          .extras = {{call.operand(0).type.bytes(), "marks of the targets"}}};
}

Operand classes(std::initializer_list<int64_t> sizes) { return data(sizes, Dtype::int64); }

Cases soft_cases() { return {{tensor({3, 4}), data({3, 4})}, {tensor({7}), data({7}), 0}}; }
Cases multi_cases() { return {{tensor({3, 4}), classes({3})}, {tensor({5, 7}), classes({5}), 2, 0.5, Given(), 0}}; }
Cases multilabel_cases() { return {{tensor({3, 4}), classes({3, 4})}, {tensor({5, 7}), classes({5, 7}), 0}}; }

constexpr Op kOps[] = {
    declared<"soft_margin_loss", "(Tensor self, Tensor target, int reduction=Mean) -> Tensor", infer_soft,
             keeps<At<0, 1>>, gives<2, 0>, soft_cases, "torch._C._nn.soft_margin_loss">(),
    declared<"multi_margin_loss",
             "(Tensor self, Tensor target, Scalar p=1, Scalar margin=1, Tensor? weight=None, int reduction=Mean) -> "
             "Tensor",
             infer_multi, keeps<At<0, 1, 4>>, gives<0, 0>, multi_cases, "torch._C._nn.multi_margin_loss">(),
    declared<"multilabel_margin_loss", "(Tensor self, Tensor target, int reduction=Mean) -> Tensor", infer_multilabel,
             saves_multilabel, gives<0, 0>, multilabel_cases, "torch._C._nn.multilabel_margin_loss">(),
};

}  // namespace margin_op
}  // namespace

std::span<const Op> margin_ops() { return margin_op::kOps; }

}  // namespace vramlint::ops
