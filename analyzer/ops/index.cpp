// Picking elements by index tensors, and writing to them. Indices are kept; gather keeps its input as well
// (derivatives.yaml, 1.13 to 2.7). Gradients of what was picked from are zeros of the full size, scattered into.
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/reducing.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace index_op {

bool is_index(Dtype dtype) { return dtype == Dtype::int64 || dtype == Dtype::int32; }

TensorType full(const TensorType& type, Dtype dtype) { return graph::contiguous(dtype, type.shape); }

// embedding(weight, indices, …)

Inferred infer_embedding(const Call& call) {
  const TensorType& weight = call.operand(0).type;
  const TensorType& indices = call.operand(1).type;
  if (weight.rank() != 2) return failure("'weight' must be 2-D");
  if (!is_index(indices.dtype)) {
    return failure(
        "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got " +
        std::string(to_string(indices.dtype)) + " instead (while checking arguments for embedding)");
  }
  Shape shape = indices.shape;
  shape.push_back(weight.shape[1]);
  return fresh(graph::contiguous(weight.dtype, std::move(shape)));
}

/// 1.13 keeps the weight as well.
Saved saves_embedding(const Call& call, const std::vector<Output>&, const TorchProfile& torch) {
  Saved saved{.operands = {operand_of(call, 1)}};
  if (torch.embedding_saves_weight) saved.operands.push_back(operand_of(call, 0));
  return saved;
}

/// embedding_sparse_backward (aten/src/ATen/native/Embedding.cpp, 1.13 to 2.7): the values are the incoming gradient, a
/// row for each index, or what padding leaves of it; the indices are those that are saved.
std::vector<graph::GradStep> backward_sparse_embedding(const BackwardCall& call) {
  Program program(call);
  const bool picks = call.call.integer(2) >= 0;
  const int copy = picks ? program.temporary(program.grad(), "gradient without padding") : program.contiguous_grad();
  if (picks) program.temporary(dense_bytes(Dtype::int64, program.type(1).shape), "indices without padding");
  const Dim rows = product(program.type(1).shape);
  const TensorType values = graph::contiguous(program.grad().dtype, {rows, program.type(0).shape.back()});
  std::vector<graph::GradStep> steps = program.finish();
  steps.push_back({.kind = copy < 0 ? graph::GradStep::Kind::pass : graph::GradStep::Kind::part,
                   .slot = copy,
                   .operand = operand_of(call.call, 0),
                   .type = values});
  return steps;
}

/// Above 3072 tokens the kernel sorts them: sorted and original positions, and counts with scaling by frequency
/// (aten/src/ATen/native/cuda/Embedding.cu, embedding_dense_backward_cuda, 1.13 to 2.7).
std::vector<graph::GradStep> backward_embedding(const BackwardCall& call) {
  if (call.call.boolean(4)) return backward_sparse_embedding(call);
  Program program(call);
  program.contiguous_grad();
  program.computed(0, full(program.type(0), program.grad().dtype));
  const TensorType& indices = program.type(1);
  if (indices.numel() > 3072) {
    for (int i = 0; i < 2; ++i) program.temporary(dense_bytes(Dtype::int64, indices.shape), "sorted indices");
  }
  return program.finish();
}

// gather, index_select

Inferred infer_gather(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const TensorType& index = call.operand(2).type;
  if (wrap(call.integer(1), self.rank()) < 0) return failure(dim_error(call.integer(1), self.rank()));
  if (index.dtype != Dtype::int64) return failure("gather(): Expected dtype int64 for index");
  if (std::max<int64_t>(self.rank(), 1) != std::max<int64_t>(index.rank(), 1))
    return failure("Index tensor must have the same number of dimensions as input tensor");
  return fresh(graph::contiguous(self.dtype, index.shape));
}

Saved saves_gather(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.operands = {operand_of(call, 0), operand_of(call, 2)}};
}

Saved saves_index_at_2(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.operands = {operand_of(call, 2)}};
}

std::vector<graph::GradStep> backward_scatter_into_zeros(const BackwardCall& call) {
  Program program(call);
  program.computed(0, full(program.type(0), program.grad().dtype));
  return program.finish();
}

Inferred infer_index_select(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const TensorType& index = call.operand(2).type;
  const int64_t dim = wrap(call.integer(1), self.rank());
  if (dim < 0) return failure(dim_error(call.integer(1), self.rank()));
  if (index.rank() > 1) return failure("index_select(): Index is supposed to be a vector");
  if (!is_index(index.dtype)) return failure("index_select(): Expected dtype int32 or int64 for index");
  Shape shape = self.shape;
  if (!shape.empty()) shape[static_cast<size_t>(dim)] = index.rank() == 0 ? Dim(1) : index.shape[0];
  return fresh(graph::contiguous(self.dtype, std::move(shape)));
}

// index.Tensor(self, indices): None takes a dimension whole, a mask counts for as many dimensions as it has.

struct Indexed {
  Shape shape;
  std::string error;
};

/// A mask selects between nothing and everything; half is the point.
Dim mask_count(const TensorType& mask) {
  const Dim all = product(mask.shape);
  return Dim(0, all.point / 2, all.high).from(all.sources);
}

struct IndexParts {
  std::vector<Shape> indices;  // of the index tensors, masks as vectors
  std::vector<bool> taken;     // one per dimension of self
  std::string error;
};

/// aten/src/ATen/native/IndexingUtils.h (invalid_mask): a mask has the sizes of the dimensions that it takes.
std::string mask_error(const Shape& mask, const Shape& self, size_t at) {
  for (size_t i = 0; i < mask.size() && at + i < self.size(); ++i) {
    if (!mask[i].known() || !self[at + i].known() || mask[i].point == self[at + i].point) continue;
    return "The shape of the mask " + to_string(mask) + " at index " + std::to_string(i) +
           " does not match the shape of the indexed tensor " + to_string(self) + " at index " + std::to_string(at + i);
  }
  return {};
}

IndexParts parts_of(const Call& call) {
  IndexParts parts;
  for (const Operand* index : call.operand_list(1)) {
    if (index == nullptr) {
      parts.taken.push_back(false);
    } else if (index->type.dtype == Dtype::boolean || index->type.dtype == Dtype::uint8) {
      if (parts.error.empty())
        parts.error = mask_error(index->type.shape, call.operand(0).type.shape, parts.taken.size());
      parts.indices.push_back({mask_count(index->type)});
      parts.taken.insert(parts.taken.end(), static_cast<size_t>(index->type.rank()), true);
    } else {
      parts.indices.push_back(index->type.shape);
      parts.taken.push_back(true);
    }
  }
  return parts;
}

/// The broadcast index stands where the indexed dimensions stood if they are neighbours, else in front.
Indexed indexed_shape(const Call& call) {
  const TensorType& self = call.operand(0).type;
  IndexParts parts = parts_of(call);
  if (parts.taken.size() > self.shape.size()) {
    return {.error = "too many indices for tensor of dimension " + std::to_string(self.rank())};
  }
  if (!parts.error.empty()) return {.error = parts.error};
  parts.taken.resize(self.shape.size(), false);
  Broadcast common;
  for (const Shape& index : parts.indices) {
    common = broadcast(common.shape, index);
    if (!common.error.empty()) return {.error = "shape mismatch: indexing tensors could not be broadcast together"};
  }
  const auto first = std::find(parts.taken.begin(), parts.taken.end(), true);
  const auto past = std::find(first, parts.taken.end(), false);
  const bool neighbours = std::find(past, parts.taken.end(), true) == parts.taken.end();
  const auto position = neighbours ? static_cast<size_t>(first - parts.taken.begin()) : 0;
  Shape shape;
  for (size_t i = 0; i <= self.shape.size(); ++i) {
    if (i == position) shape.insert(shape.end(), common.shape.begin(), common.shape.end());
    if (i < self.shape.size() && !parts.taken[i]) shape.push_back(self.shape[i]);
  }
  return {.shape = std::move(shape)};
}

Inferred infer_index(const Call& call) {
  Indexed indexed = indexed_shape(call);
  if (!indexed.error.empty()) return failure(indexed.error);
  return fresh(graph::contiguous(call.operand(0).type.dtype, std::move(indexed.shape)));
}

/// The indices as they were given, a mask among them (derivatives.yaml, index and index_put, 1.13 to 2.7).
Saved saves_indices(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved;
  for (int index : std::get<graph::OperandList>(call.args[1]).indices) {
    if (index >= 0) saved.operands.push_back(index);
  }
  return saved;
}

/// index_put_ with accumulation sorts the linear indices: four int64 an index (native/cuda/Indexing.cu, 1.13 to 2.7).
std::vector<graph::GradStep> backward_index(const BackwardCall& call) {
  Program program(call);
  program.computed(0, full(program.type(0), program.grad().dtype));
  Broadcast common;
  for (const Shape& index : parts_of(call.call).indices) common = broadcast(common.shape, index);
  program.temporary(scaled(dense_bytes(Dtype::int64, common.shape), 4), "sorted indices");
  return program.finish();
}

// index_put_(self, indices, values, accumulate)

Inferred infer_index_put(const Call& call) {
  const Indexed indexed = indexed_shape(call);
  if (!indexed.error.empty()) return failure(indexed.error);
  const Shape& values = call.operand(2).type.shape;
  const bool bounded =
      std::any_of(indexed.shape.begin(), indexed.shape.end(), [](const Dim& dim) { return !dim.known(); });
  const Broadcast common = broadcast(values, indexed.shape);
  if (!bounded && (!common.error.empty() || !may_be_same(common.shape, indexed.shape))) {
    return failure("shape mismatch: value tensor of shape " + to_string(values) +
                   " cannot be broadcast to indexing result of shape " + to_string(indexed.shape));
  }
  return in_place(call, 0);
}

std::vector<graph::GradStep> backward_index_put(const BackwardCall& call) {
  Program program(call);
  const TensorType& grad = program.grad();
  if (call.call.boolean(3))
    program.passed(0, grad);
  else
    program.computed(0, graph::like(grad, grad.dtype));
  program.computed(2, graph::contiguous(grad.dtype, indexed_shape(call.call).shape));
  return program.finish();
}

// scatter(self, dim, index, src | value), scatter_add

Inferred infer_scatter(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (wrap(call.integer(1), self.rank()) < 0) return failure(dim_error(call.integer(1), self.rank()));
  if (call.operand(2).type.dtype != Dtype::int64) return failure("scatter(): Expected dtype int64 for index");
  if (std::string error = scatter_error(call); !error.empty()) return failure(error);
  if (std::holds_alternative<graph::OperandRef>(call.args[3]) &&
      call.operand(3).type.dtype != call.operand(0).type.dtype) {
    return failure("scatter(): Expected self.dtype to be equal to src.dtype");
  }
  return fresh(graph::contiguous(self.dtype, self.shape));
}

Inferred infer_scatter_in_place(const Call& call) {
  Inferred inferred = infer_scatter(call);
  return inferred.error.empty() ? in_place(call, 0) : inferred;
}

template <bool adds>
Saved saves_scatter(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const bool has_source = std::holds_alternative<graph::OperandRef>(call.args[3]);
  const bool used = (!adds && needs_grad(call, 0)) || (has_source && needs_grad(call, 3));
  return used ? Saved{.operands = {operand_of(call, 2)}} : Saved{};
}

template <bool adds>
std::vector<graph::GradStep> backward_scatter(const BackwardCall& call) {
  Program program(call);
  if (adds)
    program.passed(0, program.grad());
  else
    program.computed(0, graph::like(program.grad(), program.grad().dtype));
  if (!std::holds_alternative<graph::OperandRef>(call.call.args[3])) return program.finish();
  program.computed(3, graph::contiguous(program.grad().dtype, program.type(2).shape));
  return program.finish();
}

std::vector<Operand> list(std::initializer_list<Operand> operands) { return operands; }
Operand indices(std::initializer_list<int64_t> sizes) { return data(sizes, Dtype::int64); }

Cases embedding_cases() { return {{parameter({10, 4}), indices({2, 3})}, {parameter({5, 7}), indices({9})}}; }
Cases gather_cases() { return {{tensor({3, 4}), 1, indices({3, 2})}, {tensor({5}), 0, indices({7})}}; }
Cases select_cases() { return {{tensor({3, 4}), 1, indices({5})}, {tensor({2, 3, 4}), -2, indices({2})}}; }
Cases index_cases() {
  return {{tensor({3, 4}), list({indices({5})})}, {tensor({3, 4, 5}), list({indices({2, 1}), indices({3})})}};
}
Cases put_cases() {
  return {{tensor({3, 4}), list({indices({2})}), tensor({2, 4}), false},
          {tensor({5}), list({indices({3})}), data({3}), true}};
}
Cases scatter_cases() {
  return {{tensor({3, 4}), 1, indices({3, 2}), tensor({3, 2})}, {tensor({5}), 0, indices({5}), data({5})}};
}
Cases scatter_value_cases() { return {{tensor({3, 4}), 1, indices({3, 2}), 1.0}, {tensor({5}), 0, indices({5}), 2}}; }

template <Literal name, Literal declaration, Inferred (*inferred)(const Call&),
          Saved (*saved)(const Call&, const std::vector<Output>&, const TorchProfile&),
          std::vector<graph::GradStep> (*backwards)(const BackwardCall&), Cases (*cases)(), Literal... python>
constexpr Op indexing() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = inferred,
          .saves = saved,
          .backward = backwards,
          .samples = samples<name, cases>};
}

constexpr Op kOps[] = {
    indexing<"embedding",
             "(Tensor weight, Tensor indices, int padding_idx=-1, bool scale_grad_by_freq=False, bool sparse=False) -> "
             "Tensor",
             infer_embedding, saves_embedding, backward_embedding, embedding_cases, "torch.embedding">(),
    indexing<"gather", "(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor", infer_gather,
             saves_gather, backward_scatter_into_zeros, gather_cases, "torch.gather", "Tensor.gather">(),
    indexing<"index_select", "(Tensor self, int dim, Tensor index) -> Tensor", infer_index_select, saves_index_at_2,
             backward_scatter_into_zeros, select_cases, "torch.index_select", "Tensor.index_select">(),
    indexing<"index.Tensor", "(Tensor self, Tensor?[] indices) -> Tensor", infer_index, saves_indices, backward_index,
             index_cases, "Tensor.index">(),
    indexing<"index_put_", "(Tensor(a!) self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor(a!)",
             infer_index_put, saves_indices, backward_index_put, put_cases, "Tensor.index_put_">(),
    indexing<"scatter.src", "(Tensor self, int dim, Tensor index, Tensor src) -> Tensor", infer_scatter,
             saves_scatter<false>, backward_scatter<false>, scatter_cases, "torch.scatter", "Tensor.scatter">(),
    indexing<"scatter.value", "(Tensor self, int dim, Tensor index, Scalar value) -> Tensor", infer_scatter,
             saves_scatter<false>, backward_scatter<false>, scatter_value_cases, "torch.scatter", "Tensor.scatter">(),
    indexing<"scatter_.src", "(Tensor(a!) self, int dim, Tensor index, Tensor src) -> Tensor(a!)",
             infer_scatter_in_place, saves_scatter<false>, backward_scatter<false>, scatter_cases, "Tensor.scatter_">(),
    indexing<"scatter_.value", "(Tensor(a!) self, int dim, Tensor index, Scalar value) -> Tensor(a!)",
             infer_scatter_in_place, saves_scatter<false>, backward_scatter<false>, scatter_value_cases,
             "Tensor.scatter_">(),
    indexing<"scatter_add", "(Tensor self, int dim, Tensor index, Tensor src) -> Tensor", infer_scatter,
             saves_scatter<true>, backward_scatter<true>, scatter_cases, "torch.scatter_add", "Tensor.scatter_add">(),
    indexing<"scatter_add_", "(Tensor(a!) self, int dim, Tensor index, Tensor src) -> Tensor(a!)",
             infer_scatter_in_place, saves_scatter<true>, backward_scatter<true>, scatter_cases,
             "Tensor.scatter_add_">(),
};

}  // namespace index_op
}  // namespace

std::span<const Op> index_ops() { return index_op::kOps; }

}  // namespace vramlint::ops
