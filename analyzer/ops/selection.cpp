// Operators whose result has as many rows as the data says: bounded sizes, from nothing to every element. The point is
// half of them, as for a boolean index.
//
// nonzero is laid out column by column; masked_select keeps input and mask (derivatives.yaml, 1.13 to 2.4; from 2.0 on
// the input is kept for its sizes only where they are asked for in a form that is not turned into metadata).
#include "ops/declare.h"
#include "ops/shaping.h"

namespace vramlint::ops {

namespace {
namespace selection_op {

Dim any_of(const Dim& all) { return Dim(0, all.point / 2, all.high).from(all.sources); }

Dim some_of(const Dim& all) {
  return Dim(std::min<int64_t>(1, all.low), (all.point + 1) / 2, all.high).from(all.sources);
}

Inferred infer_nonzero(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const Dim count = any_of(product(self.shape));
  TensorType made = graph::contiguous(Dtype::int64, {Dim(self.rank()), count});
  return constant(permuted(made, {1, 0}));
}

/// Counts for every block of elements, and the compacted positions before they are spread over the columns.
std::vector<Temporary> forward_nonzero(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const Dim count = any_of(product(call.operand(0).type.shape));
  return {{.bytes = dense_bytes(Dtype::int64, {count}), .what = "compacted positions", .before_output = true}};
}

Inferred infer_masked_select(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const TensorType& mask = call.operand(1).type;
  if (mask.dtype != Dtype::boolean) return failure("masked_select: expected BoolTensor for mask");
  const Broadcast common = broadcast(self.shape, mask.shape);
  if (!common.error.empty()) return failure(common.error);
  return fresh(graph::contiguous(self.dtype, {any_of(product(common.shape))}));
}

/// Positions of what the mask selects, one int64 each and dimension, while the kernel runs.
std::vector<Temporary> forward_masked_select(const Call& call, const std::vector<Output>& outputs,
                                             const TorchProfile&) {
  const int64_t rank = std::max(call.operand(0).type.rank(), call.operand(1).type.rank());
  return {{.bytes = scaled(dense_bytes(Dtype::int64, outputs[0].type.shape), rank),
           .what = "positions of what is selected",
           .before_output = true}};
}

/// Zeros into a copy of which the gradient is scattered, by three integers for each place of the mask (an H100
/// with 2.11 holds them at once; aten/src/ATen/native/cuda/IndexKernel.cpp, masked_scatter_).
std::vector<graph::GradStep> backward_masked_select(const BackwardCall& call) {
  Program program(call);
  const Broadcast common = broadcast(program.type(0).shape, program.type(1).shape);
  const TensorType made = graph::contiguous(program.grad().dtype, common.shape);
  const int zeros = program.temporary(made, "zeros");
  const int positions = program.temporary(scaled(dense_bytes(Dtype::int64, common.shape), 3), "positions in the mask");
  program.computed(0, made);
  program.release(positions);
  program.release(zeros);
  return program.finish();
}

/// masked_scatter(self, mask, source): the mask is kept.
Inferred infer_masked_scatter(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const Broadcast common = broadcast(self.shape, call.operand(1).type.shape);
  if (!common.error.empty()) return failure(common.error);
  if (call.operand(2).type.dtype != self.dtype) {
    return failure("masked_scatter: expected self and source to have same dtypes");
  }
  return fresh(graph::contiguous(self.dtype, common.shape));
}

Inferred infer_masked_scatter_in_place(const Call& call) {
  const Inferred inferred = infer_masked_scatter(call);
  if (!inferred.error.empty() || same_sizes(inferred.outputs[0].type.shape, call.operand(0).type.shape)) {
    return inferred.error.empty() ? in_place(call, 0) : inferred;
  }
  return failure("expand: the mask is larger than the tensor it is written to");
}

std::vector<Temporary> forward_masked_scatter(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {{.bytes = dense_bytes(Dtype::int64, call.operand(0).type.shape), .what = "positions in the mask"}};
}

std::vector<graph::GradStep> backward_masked_scatter(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::like(program.grad(), program.grad().dtype));
  if (program.needs(2)) {
    program.temporary(dense_bytes(program.grad().dtype, {any_of(product(program.grad().shape))}), "selected gradient");
    program.computed(2, graph::contiguous(program.grad().dtype, program.type(2).shape));
  }
  return program.finish();
}

// unique: values, and where asked for the inverse and the counts (empty otherwise).

/// No more than a type of a byte or a bit has.
Dim distinct_of(const TensorType& self) {
  const Dim some = some_of(product(self.shape));
  const int64_t most = self.dtype == Dtype::boolean ? 2 : graph::size_of(self.dtype) == 1 ? 256 : some.high;
  return {std::min(some.low, most), std::min(some.point, most), std::min(some.high, most)};
}

template <size_t inverse_arg>
Inferred infer_unique(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const Dim distinct = distinct_of(self);
  const Shape none = {Dim(0)};
  const Shape inverse = call.boolean(inverse_arg) ? self.shape : none;
  const Shape counts = call.boolean(inverse_arg + 1) ? Shape{distinct} : none;
  Inferred inferred = constant(graph::contiguous(self.dtype, {distinct}));
  for (const Shape& shape : {inverse, counts}) {
    inferred.outputs.push_back({.type = graph::contiguous(Dtype::int64, shape), .differentiable = false});
  }
  return inferred;
}

Inferred infer_unique_dim(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const int64_t dim = wrap(call.integer(1), self.rank());
  if (self.rank() == 0) return failure("Dimension specified as 0 but tensor has no dimensions");
  if (dim < 0) return failure(dim_error(call.integer(1), self.rank()));
  Shape shape = self.shape;
  const Dim all = shape[static_cast<size_t>(dim)];
  shape[static_cast<size_t>(dim)] = some_of(all);
  Inferred inferred = constant(graph::contiguous(self.dtype, shape));  // inverse and counts are always made
  for (const Dim& size : {all, some_of(all)}) {
    inferred.outputs.push_back({.type = graph::contiguous(Dtype::int64, {size}), .differentiable = false});
  }
  return inferred;
}

/// Sorted values and positions (thrust and cub, native/cuda/UniqueCub.cu).
std::vector<Temporary> forward_unique(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const TensorType& self = call.operand(0).type;
  return {{.bytes = self.bytes(), .what = "sorted values", .before_output = true},
          {.bytes = dense_bytes(Dtype::int64, self.shape), .what = "sorted positions", .before_output = true}};
}

/// bincount: as many bins as the largest value, at least `minlength`.
Inferred infer_bincount(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (self.rank() != 1 || graph::is_differentiable(self.dtype)) {
    return failure("bincount only supports 1-d non-negative integral inputs.");
  }
  const Operand* given = call.operand_or_null(1);
  if (given != nullptr && !same_sizes(given->type.shape, self.shape)) {
    return failure("weights should be 1-d and have the same length as input");
  }
  const int64_t least = call.integer(2);
  const Operand* weights = call.operand_or_null(1);
  const Dtype dtype = weights == nullptr                      ? Dtype::int64
                      : weights->type.dtype == Dtype::float32 ? Dtype::float32
                                                              : Dtype::float64;
  const int64_t most = std::max<int64_t>(least, product(self.shape).high);
  return constant(graph::contiguous(dtype, {Dim(least, std::max<int64_t>(least, 1), std::max<int64_t>(most, 1))}));
}

Operand flags(std::initializer_list<int64_t> sizes) { return data(sizes, Dtype::boolean); }
Operand whole(std::initializer_list<int64_t> sizes) { return data(sizes, Dtype::int64); }

Cases plain_cases() { return {{data({3, 4})}, {whole({7})}}; }
Cases masked_cases() { return {{tensor({3, 4}), flags({3, 4})}, {tensor({5, 3}), flags({3})}}; }
Cases scatter_cases() {
  return {{tensor({3, 4}), flags({3, 4}), tensor({3, 4})}, {data({5, 3}), flags({3}), tensor({15})}};
}
Cases unique_cases() { return {{whole({3, 4})}, {whole({7}), true, true, true}}; }
Cases consecutive_cases() { return {{whole({3, 4})}, {whole({7}), true, true}}; }
Cases unique_dim_cases() { return {{whole({3, 4}), 0}, {whole({7, 2}), 1, true, true, true}}; }
Cases bincount_cases() { return {{whole({9}), Given(), 4}, {whole({5}), data({5}), 3}}; }

constexpr Op kOps[] = {
    with_forward(declared<"nonzero", "(Tensor self) -> Tensor", infer_nonzero, nullptr, nullptr, plain_cases,
                          "torch.nonzero_", "Tensor.nonzero_">(),
                 forward_nonzero),
    with_forward(declared<"masked_select", "(Tensor self, Tensor mask) -> Tensor", infer_masked_select, keeps<At<0, 1>>,
                          backward_masked_select, masked_cases, "torch.masked_select", "Tensor.masked_select">(),
                 forward_masked_select),
    with_forward(declared<"masked_scatter", "(Tensor self, Tensor mask, Tensor source) -> Tensor", infer_masked_scatter,
                          keeps<At<1>>, backward_masked_scatter, scatter_cases, "torch.masked_scatter",
                          "Tensor.masked_scatter">(),
                 forward_masked_scatter),
    with_forward(declared<"masked_scatter_", "(Tensor(a!) self, Tensor mask, Tensor source) -> Tensor(a!)",
                          infer_masked_scatter_in_place, keeps<At<1>>, backward_masked_scatter, scatter_cases,
                          "Tensor.masked_scatter_">(),
                 forward_masked_scatter),
    with_forward(declared<"_unique2",
                          "(Tensor self, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> "
                          "(Tensor, Tensor, Tensor)",
                          infer_unique<2>, nullptr, nullptr, unique_cases, "torch._unique2">(),
                 forward_unique),
    with_forward(declared<"unique_dim",
                          "(Tensor self, int dim, bool sorted=True, bool return_inverse=False, bool "
                          "return_counts=False) -> (Tensor, Tensor, Tensor)",
                          infer_unique_dim, nullptr, nullptr, unique_dim_cases, "torch.unique_dim">(),
                 forward_unique),
    with_forward(declared<"unique_consecutive",
                          "(Tensor self, bool return_inverse=False, bool return_counts=False, int? dim=None) -> "
                          "(Tensor, Tensor, Tensor)",
                          infer_unique<1>, nullptr, nullptr, consecutive_cases, "torch._unique_consecutive">(),
                 forward_unique),
    plain<"bincount", "(Tensor self, Tensor? weights=None, int minlength=0) -> Tensor", infer_bincount, nullptr,
          nullptr, bincount_cases>(),
};

}  // namespace selection_op
}  // namespace

std::span<const Op> selection_ops() { return selection_op::kOps; }

}  // namespace vramlint::ops
