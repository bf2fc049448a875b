// Bags of embeddings, summed, averaged or maximised: torch.embedding_bag.
//
// Kept: weight, indices, offsets, the weights of the samples, and what says which bag an index fell into: int64 an
// index, the size of each bag, and with mode "max" the index of every element of the result (derivatives.yaml,
// _embedding_bag; aten/src/ATen/native/cuda/EmbeddingBag.cu, 1.13 to 2.7).
#include "ops/declare.h"

namespace vramlint::ops {

namespace {
namespace embedding_bag_op {

constexpr size_t kWeight = 0, kIndices = 1, kOffsets = 2, kMode = 4, kSparse = 5, kSampleWeights = 6, kLastOffset = 7;
constexpr int64_t kMaximum = 2;

Dim bags(const Call& call) {
  const Dim offsets = call.operand(kOffsets).type.shape[0];
  return call.boolean(kLastOffset) ? map(offsets, [](int64_t n) { return std::max<int64_t>(n - 1, 0); }) : offsets;
}

Inferred infer(const Call& call) {
  const TensorType& weight = call.operand(kWeight).type;
  const TensorType& indices = call.operand(kIndices).type;
  const TensorType& offsets = call.operand(kOffsets).type;
  if (weight.rank() != 2) return failure("'weight' must be 2-D");
  if (indices.rank() != 1)
    return failure("input has to be a 1D or 2D Tensor, but got Tensor of dimension " + std::to_string(indices.rank()));
  if (offsets.rank() != 1)
    return failure("offsets has to be a 1D Tensor, but got Tensor of dimension " + std::to_string(offsets.rank()));
  if (graph::is_differentiable(indices.dtype)) return failure("expected indices of Long or Int type");
  const Dim count = bags(call);
  const bool maximum = call.integer(kMode) == kMaximum;
  Inferred inferred = fresh(graph::contiguous(weight.dtype, {count, weight.shape[1]}));
  const Shape most = maximum ? Shape{count, weight.shape[1]} : Shape{Dim(0)};
  for (const Shape& shape : {indices.shape, Shape{count}, most}) {
    inferred.outputs.push_back({.type = graph::contiguous(indices.dtype, shape), .differentiable = false});
  }
  return inferred;
}

/// The weight for the sake of the samples' weights alone.
Saved saves(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved{.operands = {operand_of(call, kIndices), operand_of(call, kOffsets)}, .outputs = {1, 2, 3}};
  if (call.is_none(kSampleWeights)) return saved;
  saved.operands.push_back(operand_of(call, kSampleWeights));
  if (needs_grad(call, kSampleWeights)) saved.operands.push_back(operand_of(call, kWeight));
  return saved;
}

/// _embedding_bag_sparse_backward (aten/src/ATen/native/EmbeddingBag.cpp, 1.13 to 2.4): the values are a row for each
/// index, the gradient of its bag.
std::vector<graph::GradStep> backward_sparse(const BackwardCall& call) {
  Program program(call);
  const TensorType values =
      graph::contiguous(program.grad().dtype, {program.type(kIndices).shape[0], program.type(kWeight).shape[1]});
  const int rows = program.needs(kWeight) ? program.temporary(values, "gradient of each index") : -1;
  if (!call.call.is_none(kSampleWeights)) program.computed(kSampleWeights, program.type(kSampleWeights));
  std::vector<graph::GradStep> steps = program.finish();
  if (rows >= 0)
    steps.push_back(
        {.kind = graph::GradStep::Kind::part, .slot = rows, .operand = operand_of(call.call, kWeight), .type = values});
  return steps;
}

std::vector<graph::GradStep> backward(const BackwardCall& call) {
  if (call.call.boolean(kSparse)) return backward_sparse(call);
  Program program(call);
  program.contiguous_grad();
  const Interval sorted = dense_bytes(Dtype::int64, program.type(kIndices).shape);
  if (call.call.integer(kMode) != kMaximum) {
    for (int i = 0; i < 2; ++i) program.temporary(sorted, "sorted indices");
  }
  program.computed(kWeight, graph::contiguous(program.grad().dtype, program.type(kWeight).shape));
  if (!call.call.is_none(kSampleWeights)) program.computed(kSampleWeights, program.type(kSampleWeights));
  return program.finish();
}

Operand indices(std::initializer_list<int64_t> sizes) { return data(sizes, Dtype::int64); }

Cases cases() {
  return {{parameter({10, 4}), indices({7}), indices({3}), false, 1},
          {parameter({5, 3}), indices({9}), indices({2}), false, 2}};
}

constexpr Op kOps[] = {
    declared<"embedding_bag",
             "(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int mode=0, bool "
             "sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False) -> (Tensor, Tensor, "
             "Tensor, Tensor)",
             infer, saves, backward, cases, "torch.embedding_bag">(),
};

}  // namespace embedding_bag_op
}  // namespace

std::span<const Op> embedding_bag_ops() { return embedding_bag_op::kOps; }

}  // namespace vramlint::ops
