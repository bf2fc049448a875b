// The k-th value, medians, modes, running extrema, and counting in bins. What was chosen along a dimension is known by
// int64 indices, which are kept (derivatives.yaml, 1.13 to 2.4).
#include "ops/declare.h"
#include "ops/reducing.h"
#include "ops/shaping.h"

namespace vramlint::ops {

namespace {
namespace ranking_op {

Inferred with_indices(TensorType values) {
  TensorType indices = values;
  indices.dtype = Dtype::int64;
  Inferred inferred = fresh(std::move(values));
  inferred.outputs.push_back({.type = std::move(indices), .differentiable = false});
  return inferred;
}

/// The dimension at `dim_arg`, keepdim right after it.
template <size_t dim_arg>
Inferred infer_chosen(const Call& call) {
  const TensorType& self = call.operand(0).type;
  Reduced left = reduce(call, self, dim_arg, call.boolean(dim_arg + 1));
  if (!left.error.empty()) return failure(left.error);
  return with_indices(graph::contiguous(self.dtype, left.shape));
}

Inferred infer_kth(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const int64_t dim = wrap(call.integer(2), self.rank()), k = call.integer(1);
  if (dim < 0) return failure(dim_error(call.integer(2), self.rank()));
  if (self.rank() > 0 && (k < 1 || k > self.size(dim))) return failure("selected number k out of range for dimension");
  return infer_chosen<2>(call);
}

Inferred infer_all(const Call& call) { return fresh(graph::contiguous(call.operand(0).type.dtype, {})); }

Saved saves_indices(const Call&, const std::vector<Output>&, const TorchProfile&) { return {.outputs = {1}}; }

std::vector<graph::GradStep> backward_scatter(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::contiguous(program.grad().dtype, program.type(0).shape));
  return program.finish();
}

// Running extrema and sums keep the shape.

Inferred infer_running(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (wrap(call.integer(1), self.rank()) < 0) return failure(dim_error(call.integer(1), self.rank()));
  return with_indices(graph::contiguous(self.dtype, self.shape));
}

Inferred infer_running_sum(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (wrap(call.integer(1), self.rank()) < 0) return failure(dim_error(call.integer(1), self.rank()));
  return fresh(graph::like(self, self.dtype));
}

// aminmax, nansum, count_nonzero

Inferred infer_extrema(const Call& call) {
  const TensorType& self = call.operand(0).type;
  Reduced left = call.is_none(1) ? reduce_all(self) : reduce(call, self, 1, call.boolean(2));
  if (!left.error.empty()) return failure(left.error);
  const TensorType made = graph::contiguous(self.dtype, left.shape);
  return {.outputs = {{.type = made}, {.type = made}}};
}

Inferred infer_nansum(const Call& call) {
  const TensorType& self = call.operand(0).type;
  Reduced left = reduce(call, self, 1, call.boolean(2));
  if (!left.error.empty()) return failure(left.error);
  return fresh(graph::contiguous(self.dtype, left.shape));
}

std::vector<graph::GradStep> backward_nansum(const BackwardCall& call) {
  Program program(call);
  program.temporary(dense_bytes(Dtype::boolean, program.type(0).shape), "mask of numbers");
  program.computed(0, graph::like(program.type(0), program.grad().dtype));
  return program.finish();
}

Inferred infer_count(const Call& call) {
  const TensorType& self = call.operand(0).type;
  Reduced left = call.is_none(1) ? reduce_all(self) : reduce(call, self, 1, false);
  if (!left.error.empty()) return failure(left.error);
  return constant(graph::contiguous(Dtype::int64, left.shape));
}

// histc, bucketize, searchsorted

Inferred infer_histc(const Call& call) {
  if (call.integer(1) <= 0) return failure("bins must be > 0");
  return constant(graph::contiguous(call.operand(0).type.dtype, {Dim(call.integer(1))}));
}

Inferred infer_bucketize(const Call& call) {
  const int64_t rank = call.operand(1).type.rank();
  if (rank != 1) return failure("boundaries tensor must be 1 dimension, but got dim(" + std::to_string(rank) + ")");
  return constant(graph::contiguous(call.boolean(2) ? Dtype::int32 : Dtype::int64, call.operand(0).type.shape));
}

Inferred infer_searchsorted(const Call& call) {
  const TensorType& sorted = call.operand(0).type;
  const TensorType& wanted = call.operand(1).type;
  const bool fits = sorted.rank() == 1 ||
                    (sorted.rank() == wanted.rank() && same_sizes({sorted.shape.begin(), sorted.shape.end() - 1},
                                                                  {wanted.shape.begin(), wanted.shape.end() - 1}));
  if (!fits) {
    return failure(
        "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries "
        "tensor and input value tensor must match");
  }
  return constant(graph::contiguous(call.boolean(2) ? Dtype::int32 : Dtype::int64, wanted.shape));
}

Inferred infer_sort_stable(const Call& call) {
  const TensorType& self = call.operand(0).type;
  if (wrap(call.integer(2), self.rank()) < 0) return failure(dim_error(call.integer(2), self.rank()));
  return with_indices(graph::like(self, self.dtype));
}

Cases kth_cases() { return {{tensor({2, 7}), 3}, {tensor({5, 4}), 2, 0, true}}; }
Cases dim_cases() { return {{tensor({2, 3, 4}), 1}, {tensor({5, 7}), -1, true}}; }
Cases all_cases() { return {{tensor({2, 3, 4})}, {tensor({7})}}; }
Cases running_cases() { return {{tensor({2, 7}), 1}, {tensor({5, 3}), 0}}; }
Cases extrema_cases() { return {{data({2, 7})}, {data({5, 3})}}; }
Cases nansum_cases() { return {{tensor({2, 3, 4}), ints({1})}, {tensor({5, 7}), ints({-1, 0}), true}}; }
Cases count_cases() { return {{data({2, 3, 4})}, {data({7}, Dtype::boolean), 0}}; }
Cases histc_cases() { return {{data({2, 30}), 10, 0, 1}, {data({7}), 3}}; }
Cases bucketize_cases() { return {{data({2, 3}), data({5})}, {data({7}), data({3}), true}}; }
Cases searchsorted_cases() { return {{data({5}), data({2, 3})}, {data({2, 5}), data({2, 7}), true}}; }
Cases stable_cases() { return {{tensor({2, 7}), true}, {tensor({5, 4}), true, 0, true}}; }

constexpr Op kOps[] = {
    plain<"kthvalue", "(Tensor self, int k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)",
          infer_kth, saves_indices, backward_scatter, kth_cases>(),
    plain<"mode", "(Tensor self, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)", infer_chosen<1>,
          saves_indices, backward_scatter, dim_cases>(),
    declared<"nanmedian.dim", "(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
             infer_chosen<1>, saves_indices, backward_scatter, dim_cases, "torch.nanmedian", "Tensor.nanmedian">(),
    plain<"median", "(Tensor self) -> Tensor", infer_all, keeps<At<0>, At<0>>, gives<2, 0>, all_cases>(),
    plain<"nanmedian", "(Tensor self) -> Tensor", infer_all, keeps<At<0>, At<0>>, gives<2, 0>, all_cases>(),
    plain<"cummax", "(Tensor self, int dim) -> (Tensor values, Tensor indices)", infer_running, keeps<At<0>, At<1>>,
          backward_scatter, running_cases>(),
    plain<"cummin", "(Tensor self, int dim) -> (Tensor values, Tensor indices)", infer_running, keeps<At<0>, At<1>>,
          backward_scatter, running_cases>(),
    plain<"logcumsumexp", "(Tensor self, int dim) -> Tensor", infer_running_sum, keeps<At<0>, At<0>>, gives<5, 0>,
          running_cases>(),
    plain<"aminmax", "(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)", infer_extrema,
          keeps<At<0>, At<0, 1>>, gives<3, 0>, extrema_cases>(),
    plain<"nansum", "(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
          infer_nansum, keeps<At<0>>, backward_nansum, nansum_cases>(),
    plain<"count_nonzero", "(Tensor self, int? dim=None) -> Tensor", infer_count, nullptr, nullptr, count_cases>(),
    plain<"histc", "(Tensor self, int bins=100, Scalar min=0, Scalar max=0) -> Tensor", infer_histc, nullptr, nullptr,
          histc_cases>(),
    declared<"bucketize.Tensor",
             "(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor", infer_bucketize,
             nullptr, nullptr, bucketize_cases, "torch.bucketize">(),
    declared<"searchsorted.Tensor",
             "(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False, str? side=None, "
             "Tensor? sorter=None) -> Tensor",
             infer_searchsorted, nullptr, nullptr, searchsorted_cases, "torch.searchsorted">(),
    declared<"sort.stable",
             "(Tensor self, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)",
             infer_sort_stable, saves_indices, backward_scatter, stable_cases, "torch.sort", "Tensor.sort">(),
};

}  // namespace ranking_op
}  // namespace

std::span<const Op> ranking_ops() { return ranking_op::kOps; }

}  // namespace vramlint::ops
