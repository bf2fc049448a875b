// Sorting, and running sums. What was selected is known by int64 indices, which are kept (derivatives.yaml, 1.13
// to 2.7).
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace ordering_op {

Inferred values_and_indices(TensorType values) {
  TensorType indices = graph::contiguous(Dtype::int64, values.shape);
  if (!values.contiguous()) indices.strides = values.strides;
  Inferred inferred = fresh(std::move(values));
  inferred.outputs.push_back({.type = std::move(indices), .differentiable = false});
  return inferred;
}

Inferred infer_topk(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const int64_t dim = wrap(call.integer(2), self.rank()), count = call.integer(1);
  if (dim < 0) return failure(dim_error(call.integer(2), self.rank()));
  if (count < 0 || count > (self.rank() == 0 ? 1 : self.size(dim))) return failure("selected index k out of range");
  Shape shape = self.shape;
  if (!shape.empty()) shape[static_cast<size_t>(dim)] = call.sizes(1)[0];
  return values_and_indices(graph::contiguous(self.dtype, std::move(shape)));
}

template <size_t dim_arg>
Inferred infer_sort(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (wrap(call.integer(dim_arg), self.rank()) < 0) return failure(dim_error(call.integer(dim_arg), self.rank()));
  return values_and_indices(graph::like(self, self.dtype));
}

Inferred infer_argsort(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (wrap(call.integer(1), self.rank()) < 0) return failure(dim_error(call.integer(1), self.rank()));
  return constant(graph::like(self, Dtype::int64));
}

std::vector<Temporary> forward_argsort(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {{.bytes = call.operand(0).type.bytes(), .what = "sorted values"}};
}

Saved saves_indices(const Call&, const std::vector<Output>&, const TorchProfile&) { return {.outputs = {1}}; }

std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::contiguous(program.grad().dtype, program.type(0).shape));
  return program.finish();
}

Inferred infer_cumulative(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (wrap(call.integer(1), self.rank()) < 0) return failure(dim_error(call.integer(1), self.rank()));
  Dtype dtype = graph::is_differentiable(self.dtype) ? self.dtype : Dtype::int64;
  if (!call.is_none(2)) dtype = std::get<Dtype>(call.args[2]);
  return fresh(elementwise(dtype, self.shape, {self}));
}

Saved saves_product(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.operands = {operand_of(call, 0)}, .outputs = {0}};
}

/// The running sum from the other end: flipped, summed, flipped back.
std::vector<graph::GradStep> backward_cumulative(const BackwardCall& call) {
  Program program(call);
  const TensorType& grad = program.grad();
  if (program.type(0).numel() <= 1) {
    program.passed(0, grad);
    return program.finish();
  }
  for (int i = 0; i < 2; ++i) program.temporary(grad, "flipped gradient");
  program.computed(0, graph::contiguous(grad.dtype, grad.shape));
  return program.finish();
}

/// cumprod_backward where no element is zero, which the values decide: grad times output, whether elements are zero,
/// the running sum of the product from the other end, and its quotient by the input (FunctionsManual.cpp, 1.13 to 2.4).
std::vector<graph::GradStep> backward_product(const BackwardCall& call) {
  Program program(call);
  const TensorType& grad = program.grad();
  const TensorType dense = graph::contiguous(grad.dtype, grad.shape);
  const int64_t dim = wrap(call.call.integer(1), grad.rank());
  if (program.type(0).numel() <= 1 || grad.size(dim) == 1) {
    program.passed(0, grad);
    return program.finish();
  }
  program.temporary(dense, "grad times output");
  program.temporary(dense_bytes(Dtype::boolean, grad.shape), "mask of zeros");
  const int flipped = program.temporary(dense, "flipped gradient");
  const int summed = program.temporary(dense, "running sum");
  program.temporary(dense, "running sum flipped back");
  program.release(summed);
  program.release(flipped);
  program.computed(0, dense);
  return program.finish();
}

Cases topk_cases() { return {{tensor({2, 7}), 3}, {tensor({5, 4}), 2, 0}}; }
Cases sort_cases() { return {{tensor({2, 7})}, {tensor({5, 4}), 0, true}}; }
Cases cumulative_cases() { return {{tensor({2, 7}), 1}, {tensor({5, 3}), 0}}; }

constexpr Op kOps[] = {
    {.schema = "topk(Tensor self, int k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor "
               "indices)",
     .names = names<"torch.topk", "Tensor.topk">(),
     .infer = infer_topk,
     .saves = saves_indices,
     .backward = backward,
     .samples = samples<"topk", topk_cases>},
    {.schema = "sort(Tensor self, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)",
     .names = names<"torch.sort", "Tensor.sort">(),
     .infer = infer_sort<1>,
     .saves = saves_indices,
     .backward = backward,
     .samples = samples<"sort", sort_cases>},
    {.schema = "argsort(Tensor self, int dim=-1, bool descending=False) -> Tensor",
     .names = names<"torch.argsort", "Tensor.argsort">(),
     .infer = infer_argsort,
     .forward = forward_argsort,
     .samples = samples<"argsort", sort_cases>},
    {.schema = "cumsum(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor",
     .names = names<"torch.cumsum", "Tensor.cumsum">(),
     .infer = infer_cumulative,
     .backward = backward_cumulative,
     .samples = samples<"cumsum", cumulative_cases>},
    {.schema = "cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor",
     .names = names<"torch.cumprod", "Tensor.cumprod">(),
     .infer = infer_cumulative,
     .saves = saves_product,
     .backward = backward_product,
     .samples = samples<"cumprod", cumulative_cases>},
};

}  // namespace ordering_op
}  // namespace

std::span<const Op> ordering_ops() { return ordering_op::kOps; }

}  // namespace vramlint::ops
