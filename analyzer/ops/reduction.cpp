// Reductions. What each keeps: derivatives.yaml; mean keeps its input in 1.13 (over dims) and 2.0 (always), because its
// formula asks for the input's element count in a form that is not turned into metadata there.
#include "ops/declare.h"
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/reducing.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace reduction_op {

constexpr size_t kAll = SIZE_MAX;

enum class Rule : uint8_t { sum, mean, same, boolean, index };

Dtype accumulated(const Call& call, size_t dtype_arg, Dtype dtype) {
  if (dtype_arg != kAll && !call.is_none(dtype_arg)) return std::get<Dtype>(call.args[dtype_arg]);
  return graph::is_differentiable(dtype) ? dtype : Dtype::int64;
}

template <size_t dims_arg>
Reduced reduced(const Call& call, bool keepdim) {
  const TensorType& self = call.operand(0).type;
  if constexpr (dims_arg == kAll) return reduce_all(self);
  return reduce(call, self, dims_arg, keepdim);
}

/// keepdim stands right after the dimensions.
template <size_t dims_arg>
bool keeps_dims(const Call& call) {
  if constexpr (dims_arg == kAll) return false;
  return call.boolean(dims_arg + 1);
}

template <Rule rule, size_t dims_arg, size_t dtype_arg>
Inferred infer(const Call& call) {
  const Dtype dtype = call.operand(0).type.dtype;
  Reduced left = reduced<dims_arg>(call, keeps_dims<dims_arg>(call));
  if (!left.error.empty()) return failure(left.error);
  if (rule == Rule::boolean) return constant(graph::contiguous(Dtype::boolean, std::move(left.shape)));
  if (rule == Rule::index) return constant(graph::contiguous(Dtype::int64, std::move(left.shape)));
  if (rule == Rule::same) return fresh(graph::contiguous(dtype, std::move(left.shape)));
  const Dtype made = accumulated(call, dtype_arg, dtype);
  if (rule == Rule::mean && !graph::is_differentiable(made)) {
    return failure(
        "mean(): could not infer output dtype. Input dtype must be either a floating point or complex "
        "dtype. Got: " +
        std::string(to_string(dtype)));
  }
  return fresh(graph::contiguous(made, std::move(left.shape)));
}

template <size_t dims_arg>
Saved saves_mean(const Call& call, const std::vector<Output>&, const TorchProfile& torch) {
  const bool kept = dims_arg == kAll ? torch.mean_saves_input_all : torch.mean_saves_input_dims;
  return kept ? Saved{.operands = {operand_of(call, 0)}} : Saved{};
}

Saved saves_input(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.operands = {operand_of(call, 0)}};
}

Saved saves_both(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.operands = {operand_of(call, 0)}, .outputs = {0}};
}

template <size_t dims_arg>
TensorType spread_grad(const BackwardCall& call) {
  const TensorType& self = call.call.operand(0).type;
  return spread(*call.grads[0], self, reduced<dims_arg>(call.call, keeps_dims<dims_arg>(call.call)).gone);
}

template <size_t dims_arg>
std::vector<graph::GradStep> backward_sum(const BackwardCall& call) {
  Program program(call);
  program.passed(0, spread_grad<dims_arg>(call));
  return program.finish();
}

/// grad * something over the full size, through `intermediates` such tensors.
template <size_t dims_arg, int intermediates>
std::vector<graph::GradStep> backward_full(const BackwardCall& call) {
  Program program(call);
  const TensorType spread_type = spread_grad<dims_arg>(call);
  const TensorType made = elementwise(spread_type.dtype, spread_type.shape, {spread_type});
  for (int i = 0; i < intermediates; ++i) program.temporary(made, "intermediate");
  program.computed(0, made);
  return program.finish();
}

/// scale_grad_by_count (torch/csrc/autograd/FunctionsManual.cpp, 1.13 to 2.4): those that are the extreme share the
/// gradient. A sum of bools makes them int64 first.
std::vector<graph::GradStep> backward_extreme(const BackwardCall& call) {
  Program program(call);
  const TensorType& self = program.type(0);
  program.temporary(dense_bytes(Dtype::boolean, self.shape), "mask of the extremes");
  const int counted = program.temporary(dense_bytes(Dtype::int64, self.shape), "mask as int64");
  program.temporary(dense_bytes(Dtype::int64, program.grad().shape), "counts of the extremes");
  program.release(counted);
  program.temporary(program.grad(), "shared gradient");
  program.computed(0, graph::like(self, program.grad().dtype));
  return program.finish();
}

/// prod_backward where no element is zero, which the values decide: grad * (result / self). Along a dimension the zeros
/// are counted in between and counts and mask stay (torch/csrc/autograd/FunctionsManual.cpp, 1.13 to 2.4).
template <size_t dims_arg>
std::vector<graph::GradStep> backward_product(const BackwardCall& call) {
  Program program(call);
  const TensorType& self = program.type(0);
  const int mask = program.temporary(dense_bytes(Dtype::boolean, self.shape), "mask of zeros");
  if (dims_arg == kAll) {
    program.release(mask);
  } else {
    program.temporary(dense_bytes(Dtype::int64, program.grad().shape), "counts of zeros");
  }
  const TensorType made = graph::like(self, program.grad().dtype);
  program.temporary(made, "result by input");
  program.computed(0, made);
  return program.finish();
}

/// self * (grad / norm), with zeros where the norm is: a mask of the result's size.
template <size_t dims_arg>
std::vector<graph::GradStep> backward_norm(const BackwardCall& call) {
  Program program(call);
  const TensorType spread_type = spread_grad<dims_arg>(call);
  const TensorType made = elementwise(spread_type.dtype, spread_type.shape, {spread_type});
  program.temporary(dense_bytes(Dtype::boolean, program.grad().shape), "mask of zero norms");
  program.temporary(made, "intermediate");
  program.computed(0, made);
  return program.finish();
}

// values and indices: max.dim, min.dim, median.dim

Inferred infer_pair(const Call& call) {
  const TensorType& self = call.operand(0).type;
  Reduced left = reduce(call, self, 1, call.boolean(2));
  if (!left.error.empty()) return failure(left.error);
  Inferred inferred = fresh(graph::contiguous(self.dtype, left.shape));
  inferred.outputs.push_back({.type = graph::contiguous(Dtype::int64, left.shape), .differentiable = false});
  return inferred;
}

Saved saves_indices(const Call&, const std::vector<Output>&, const TorchProfile&) { return {.outputs = {1}}; }

std::vector<graph::GradStep> backward_scatter(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::contiguous(program.grad().dtype, program.type(0).shape));
  return program.finish();
}

// var and std take the correction between dimensions and keepdim.

Inferred infer_variance(const Call& call) {
  const TensorType& self = call.operand(0).type;
  Reduced left = reduce(call, self, 1, call.boolean(3));
  if (!left.error.empty()) return failure(left.error);
  return fresh(graph::contiguous(self.dtype, std::move(left.shape)));
}

/// grad * (2 / (n - 1)) * (self - mean): two full-size tensors stand at once, beside the mean and the scaled gradient.
std::vector<graph::GradStep> backward_variance(const BackwardCall& call) {
  Program program(call);
  const TensorType& self = program.type(0);
  const TensorType made = graph::like(self, program.grad().dtype);
  program.temporary(program.grad(), "mean");
  program.temporary(program.grad(), "scaled gradient");
  program.temporary(made, "deviation from the mean");
  program.computed(0, made);
  return program.finish();
}

/// exp(self - max), and the maxima (aten/src/ATen/native/ReduceOps.cpp, logsumexp_out_impl).
std::vector<Temporary> forward_logsumexp(const Call& call, const std::vector<Output>& outputs, const TorchProfile&) {
  const TensorType& self = call.operand(0).type;
  return {{.bytes = outputs[0].type.bytes(), .what = "maxima"},
          {.bytes = graph::like(self, self.dtype).bytes(), .what = "exponentials"}};
}

/// var_mean, std_mean: the variance or deviation, and the mean.
Inferred infer_with_mean(const Call& call) {
  Inferred inferred = infer_variance(call);
  if (inferred.error.empty()) inferred.outputs.push_back(inferred.outputs[0]);
  return inferred;
}

/// The gradient through the mean is made by itself and added (FunctionsManual.cpp, var_mean_backward).
std::vector<graph::GradStep> backward_with_mean(const BackwardCall& call) {
  Program program(call);
  const TensorType made = graph::like(program.type(0), program.type(0).dtype);
  if (program.has_grad(0)) {
    const int mean = program.temporary(program.grad(0), "mean");
    const int deviation = program.temporary(made, "deviation from the mean");
    const int product = program.temporary(made, "gradient through the variance");
    program.release(mean);
    program.release(deviation);
    if (!program.has_grad(1)) {
      program.promoted(0, product, made);
      return program.finish();
    }
    program.temporary(made, "gradient through the mean");
  }
  program.computed(0, made);
  return program.finish();
}

Cases all_cases() { return {{tensor({2, 3, 4})}, {tensor({7})}}; }
Cases sum_cases() { return {{tensor({2, 3, 4})}, {data({7}, Dtype::int64)}}; }
Cases dims_cases() { return {{tensor({2, 3, 4}), ints({1})}, {tensor({5, 7}), ints({-1, 0}), true}}; }
Cases dim_cases() { return {{tensor({2, 3, 4}), 1}, {tensor({5, 7}), -1, true}}; }
Cases variance_cases() { return {{tensor({2, 3, 4}), ints({1}), true}, {tensor({5, 7}), ints({-1, 0}), false, true}}; }
Cases correction_cases() {
  return {{tensor({2, 3, 4}), ints({1}), 0}, {tensor({5, 7}), ints({-1, 0}), 1, true}, {tensor({4, 3}), ints({0})}};
}
Cases variance_all_cases() { return {{tensor({2, 3, 4})}, {tensor({7}), false}}; }
Cases norm_cases() { return {{tensor({2, 3, 4}), 2, ints({1})}, {tensor({5, 7}), 2.0, ints({-1, 0}), true}}; }
Cases norm_all_cases() { return {{tensor({2, 3, 4})}, {tensor({7}), 1}}; }
Cases boolean_cases() { return {{data({2, 3}, Dtype::boolean)}, {data({5})}}; }
Cases boolean_dim_cases() { return {{data({2, 3}, Dtype::boolean), 1}, {data({5, 4}), 0, true}}; }

constexpr Op kOps[] = {
    declared<"sum", "(Tensor self, *, ScalarType? dtype=None) -> Tensor", infer<Rule::sum, kAll, 1>, nullptr,
             backward_sum<kAll>, sum_cases, "torch.sum", "Tensor.sum">(),
    declared<"sum.dim_IntList", "(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
             infer<Rule::sum, 1, 3>, nullptr, backward_sum<1>, dims_cases, "torch.sum", "Tensor.sum">(),
    declared<"mean", "(Tensor self, *, ScalarType? dtype=None) -> Tensor", infer<Rule::mean, kAll, 1>, saves_mean<kAll>,
             backward_full<kAll, 0>, all_cases, "torch.mean", "Tensor.mean">(),
    declared<"mean.dim", "(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
             infer<Rule::mean, 1, 3>, saves_mean<1>, backward_full<1, 0>, dims_cases, "torch.mean", "Tensor.mean">(),
    declared<"amax", "(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor", infer<Rule::same, 1, kAll>,
             saves_both, backward_extreme, dims_cases, "torch.amax", "Tensor.amax">(),
    declared<"amin", "(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor", infer<Rule::same, 1, kAll>,
             saves_both, backward_extreme, dims_cases, "torch.amin", "Tensor.amin">(),
    declared<"max", "(Tensor self) -> Tensor", infer<Rule::same, kAll, kAll>, saves_both, backward_full<kAll, 1>,
             all_cases, "torch.max", "Tensor.max">(),
    declared<"min", "(Tensor self) -> Tensor", infer<Rule::same, kAll, kAll>, saves_both, backward_full<kAll, 1>,
             all_cases, "torch.min", "Tensor.min">(),
    declared<"max.dim", "(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)", infer_pair,
             saves_indices, backward_scatter, dim_cases, "torch.max", "Tensor.max">(),
    declared<"min.dim", "(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)", infer_pair,
             saves_indices, backward_scatter, dim_cases, "torch.min", "Tensor.min">(),
    declared<"median.dim", "(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)", infer_pair,
             saves_indices, backward_scatter, dim_cases, "torch.median", "Tensor.median">(),
    declared<"argmax", "(Tensor self, int? dim=None, bool keepdim=False) -> Tensor", infer<Rule::index, 1, kAll>,
             nullptr, nullptr, dim_cases, "torch.argmax", "Tensor.argmax">(),
    declared<"argmin", "(Tensor self, int? dim=None, bool keepdim=False) -> Tensor", infer<Rule::index, 1, kAll>,
             nullptr, nullptr, dim_cases, "torch.argmin", "Tensor.argmin">(),
    declared<"any", "(Tensor self) -> Tensor", infer<Rule::boolean, kAll, kAll>, nullptr, nullptr, boolean_cases,
             "torch.any", "Tensor.any">(),
    declared<"any.dim", "(Tensor self, int dim, bool keepdim=False) -> Tensor", infer<Rule::boolean, 1, kAll>, nullptr,
             nullptr, boolean_dim_cases, "torch.any", "Tensor.any">(),
    declared<"all", "(Tensor self) -> Tensor", infer<Rule::boolean, kAll, kAll>, nullptr, nullptr, boolean_cases,
             "torch.all", "Tensor.all">(),
    declared<"all.dim", "(Tensor self, int dim, bool keepdim=False) -> Tensor", infer<Rule::boolean, 1, kAll>, nullptr,
             nullptr, boolean_dim_cases, "torch.all", "Tensor.all">(),
    declared<"prod", "(Tensor self, *, ScalarType? dtype=None) -> Tensor", infer<Rule::sum, kAll, 1>, saves_both,
             backward_product<kAll>, all_cases, "torch.prod", "Tensor.prod">(),
    declared<"prod.dim_int", "(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
             infer<Rule::sum, 1, 3>, saves_both, backward_product<1>, dim_cases, "torch.prod", "Tensor.prod">(),
    {.schema = "logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor",
     .names = names<"torch.logsumexp", "Tensor.logsumexp">(),
     .infer = infer<Rule::same, 1, kAll>,
     .saves = saves_both,
     .forward = forward_logsumexp,
     .backward = backward_full<1, 2>,
     .samples = samples<"logsumexp", dims_cases>},
    declared<"norm.Scalar", "(Tensor self, Scalar p=2) -> Tensor", infer<Rule::same, kAll, kAll>, saves_both,
             backward_norm<kAll>, norm_all_cases, "torch.norm", "Tensor.norm">(),
    declared<"norm.ScalarOpt_dim", "(Tensor self, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor",
             infer<Rule::same, 2, kAll>, saves_both, backward_norm<2>, norm_cases, "torch.norm", "Tensor.norm">(),
    declared<"var", "(Tensor self, bool unbiased=True) -> Tensor", infer<Rule::same, kAll, kAll>, saves_input,
             backward_full<kAll, 1>, variance_all_cases, "torch.var", "Tensor.var">(),
    declared<"var.dim", "(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor", infer_variance,
             saves_input, backward_variance, variance_cases, "torch.var", "Tensor.var">(),
    declared<"var.correction", "(Tensor self, int[1]? dim=None, *, int? correction=None, bool keepdim=False) -> Tensor",
             infer_variance, saves_input, backward_variance, correction_cases, "torch.var", "Tensor.var">(),
    declared<"std.correction", "(Tensor self, int[1]? dim=None, *, int? correction=None, bool keepdim=False) -> Tensor",
             infer_variance, saves_both, backward_variance, correction_cases, "torch.std", "Tensor.std">(),
    declared<"std.dim", "(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor", infer_variance,
             saves_both, backward_variance, variance_cases, "torch.std", "Tensor.std">(),
    declared<"std", "(Tensor self, bool unbiased=True) -> Tensor", infer<Rule::same, kAll, kAll>, saves_both,
             backward_full<kAll, 1>, variance_all_cases, "torch.std", "Tensor.std">(),
    declared<"var_mean.dim", "(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor)",
             infer_with_mean, saves_input, backward_with_mean, variance_cases, "torch.var_mean_">(),
    declared<"std_mean.dim", "(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor)",
             infer_with_mean, saves_both, backward_with_mean, variance_cases, "torch.std_mean_">(),
};

}  // namespace reduction_op
}  // namespace

std::span<const Op> reduction_ops() { return reduction_op::kOps; }

}  // namespace vramlint::ops
