// cosine_similarity: each factor divided by its clamped norm, multiplied and summed. Kept: both factors, both
// quotients, and for each factor its norm, clamped in place (aten/src/ATen/native/Distance.cpp, 1.13 to 2.7).
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace similarity_op {

TensorType wide(const Call& call) {
  const TensorType& left = call.operand(0).type;
  const TensorType& right = call.operand(1).type;
  return elementwise(graph::promote(left.dtype, right.dtype), broadcast(left.shape, right.shape).shape, {left, right});
}

Shape narrow(const Call& call) {
  Shape shape = wide(call).shape;
  if (!shape.empty()) shape.erase(shape.begin() + wrap(call.integer(2), static_cast<int64_t>(shape.size())));
  return shape;
}

Inferred infer(const Call& call) {
  const Broadcast common = broadcast(call.operand(0).type.shape, call.operand(1).type.shape);
  if (!common.error.empty()) return failure(common.error);
  const auto rank = static_cast<int64_t>(common.shape.size());
  if (wrap(call.integer(2), rank) < 0) return failure(dim_error(call.integer(2), rank));
  return fresh(graph::contiguous(wide(call).dtype, narrow(call)));
}

void save_factor(const Call& call, size_t arg, Saved& saved) {
  const TensorType full = wide(call);
  const Interval norm = dense_bytes(full.dtype, narrow(call));
  if (needs_grad(call, 1 - arg)) saved.extras.push_back({full.bytes(), "factor over its norm"});
  if (!needs_grad(call, arg)) return;
  saved.operands.push_back(operand_of(call, arg));
  saved.extras.push_back({norm, "norm"});
}

Saved saves(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved;
  for (size_t arg : {size_t{0}, size_t{1}}) save_factor(call, arg, saved);
  return saved;
}

std::vector<Temporary> forward(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {{.bytes = wide(call).bytes(), .what = "product of the factors"}};
}

/// Through the product, the quotient and the norm: two full-size tensors stand beside each gradient.
std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  const TensorType full = wide(call.call);
  for (int i = 0; i < 2; ++i) program.temporary(full, "gradient of a quotient");
  for (size_t arg : {size_t{0}, size_t{1}}) program.computed(arg, full);
  return program.finish();
}

Cases cases() { return {{tensor({4, 5}), tensor({4, 5})}, {tensor({2, 3, 7}), tensor({2, 3, 7}), -1}}; }

constexpr Op kOps[] = {
    {.schema = "cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor",
     .names = names<"torch.cosine_similarity", "torch.nn.functional.cosine_similarity">(),
     .infer = infer,
     .saves = saves,
     .forward = forward,
     .backward = backward,
     .samples = samples<"cosine_similarity", cases>},
};

}  // namespace similarity_op
}  // namespace

std::span<const Op> similarity_ops() { return similarity_op::kOps; }

}  // namespace vramlint::ops
