// Operators that only a backward calls, met by name where it has a history of its own (autograd.grad with
// create_graph). What they keep and make in turn: derivatives.yaml and FunctionsManual.cpp of 1.13 to 2.4. `_unpack` is
// the tensor that a node has kept, handed out to its formula (SavedVariable::unpack,
// torch/csrc/autograd/saved_variable.cpp).
#include "ops/declare.h"

namespace vramlint::ops {

namespace {
namespace derivative_op {

constexpr size_t kGrad = 0, kKept = 1;

template <size_t kept = kKept>
Inferred infer(const Call& call) {
  const TensorType &grad = call.operand(kGrad).type, &other = call.operand(kept).type;
  Broadcast common = broadcast(grad.shape, other.shape);
  if (!common.error.empty()) return failure(common.error);
  return fresh(elementwise(graph::promote(grad.dtype, other.dtype), std::move(common.shape), {grad, other}));
}

/// Of the gradient that came in, in one go; of what was kept, beside so many intermediates.
template <int intermediates>
std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  program.computed(kGrad, graph::like(program.type(kGrad), program.type(kGrad).dtype));
  if (program.needs(kKept)) {
    for (int i = 0; i < intermediates; ++i) program.temporary(program.grad(), "intermediate");
    program.computed(kKept, graph::like(program.type(kKept), program.type(kKept).dtype));
  }
  return program.finish();
}

Cases kept_cases() { return {{tensor({2, 3, 4}), tensor({2, 3, 4})}, {data({7}), tensor({7})}}; }
Cases threshold_cases() { return {{tensor({2, 3, 4}), tensor({2, 3, 4}), 0}, {data({7}), tensor({7}), 0}}; }
Cases leaky_cases() {
  return {{tensor({2, 3, 4}), tensor({2, 3, 4}), 0.01, false}, {data({7}), tensor({7}), 0.2, true}};
}
Cases elu_cases() {
  return {{tensor({2, 3, 4}), 1, 1, 1, false, tensor({2, 3, 4})}, {data({7}), 1, 1, 1, false, tensor({7})}};
}
Cases softplus_cases() { return {{tensor({2, 3, 4}), tensor({2, 3, 4}), 1, 20}, {data({7}), tensor({7}), 100, 20}}; }

/// softplus_double_backward and elu_double_backward: so many steps, and a mask as booleans.
template <int intermediates, size_t kept = kKept>
std::vector<graph::GradStep> backward_masked(const BackwardCall& call) {
  Program program(call);
  program.computed(kGrad, graph::like(program.type(kGrad), program.type(kGrad).dtype));
  if (program.needs(kept)) {
    for (int i = 0; i < intermediates; ++i) program.temporary(program.grad(), "intermediate");
    program.temporary(dense_bytes(Dtype::boolean, program.grad().shape), "mask");
    program.computed(kept, graph::like(program.type(kept), program.type(kept).dtype));
  }
  return program.finish();
}

// Backwards of what is linear and keeps nothing of its input but its sizes: pooling by means, resampling, padding,
// embeddings. Their derivative is the operator itself.

// Zeros of the whole, into which the gradient of the part is copied; back it is the part again, a view.

Inferred infer_whole(const Call& call) {
  return fresh(graph::contiguous(call.operand(kGrad).type.dtype, call.sizes(1)));
}

std::vector<graph::GradStep> backward_whole(const BackwardCall& call) {
  Program program(call);
  program.passed(kGrad, program.type(kGrad));
  return program.finish();
}

template <size_t self>
std::vector<graph::GradStep> backward_linear(const BackwardCall& call) {
  Program program(call);
  program.computed(kGrad, graph::like(program.type(kGrad), program.type(kGrad).dtype));
  if (!call.call.is_none(self)) program.computed(self, graph::like(program.type(self), program.type(self).dtype));
  return program.finish();
}

Inferred infer_like_self(const Call& call) {
  const TensorType& self = call.operand(kKept).type;
  return fresh(graph::contiguous(self.dtype, self.shape));
}

Cases adjoint_cases() { return {{tensor({2, 3, 4}), ints({2, 3, 8})}, {tensor({7}), ints({5, 7}), tensor({5, 7})}}; }
Cases pick_cases() {
  return {{tensor({2, 3, 4}), tensor({2, 3, 8}), data({2, 3, 4}, Dtype::int64)},
          {tensor({1, 1, 7}), tensor({1, 1, 14}), data({1, 1, 7}, Dtype::int64)}};
}

// Layers that norm: batchnorm_double_backward, layer_norm_double_backward. Statistics are of no size here.

Inferred infer_norm(const Call& call) {
  const TensorType& input = call.operand(kKept).type;
  Inferred inferred = fresh(graph::like(input, input.dtype));
  if (call.is_none(2)) return inferred;
  const TensorType& weight = call.operand(2).type;
  inferred.outputs.insert(inferred.outputs.end(), 2, fresh(graph::like(weight, weight.dtype)).outputs[0]);
  return inferred;
}

std::vector<graph::GradStep> backward_norm(const BackwardCall& call) {
  Program program(call);
  if (!program.has_grad()) return program.finish();
  for (int i = 0; i < 6; ++i) program.temporary(program.grad(), "intermediate");
  for (const size_t arg : {kGrad, kKept, size_t{2}}) {
    if (!call.call.is_none(arg)) program.computed(arg, graph::like(program.type(arg), program.type(arg).dtype));
  }
  return program.finish();
}

Cases norm_cases() {
  return {{tensor({2, 3, 4}), tensor({2, 3, 4}), parameter({3})}, {tensor({5, 7}), tensor({5, 7})}};
}

// Losses: the gradient of a scalar, or of each element, becomes one of the elements' size.

Inferred infer_elements(const Call& call) {
  const TensorType& self = call.operand(kKept).type;
  return fresh(graph::like(self, self.dtype));
}

Inferred infer_differences(const Call& call) {
  const TensorType &self = call.operand(kKept).type, &target = call.operand(2).type;
  Broadcast common = broadcast(self.shape, target.shape);
  if (common.error.empty()) common = broadcast(common.shape, call.operand(kGrad).type.shape);
  if (!common.error.empty()) return failure(common.error);
  return fresh(elementwise(graph::promote(self.dtype, target.dtype), std::move(common.shape), {self, target}));
}

/// mse_loss_double_backward: the product of both gradients; for the gradient that came in a difference times that.
std::vector<graph::GradStep> backward_mse(const BackwardCall& call) {
  Program program(call);
  if (program.needs(kGrad)) {
    for (int i = 0; i < 2; ++i) program.temporary(program.grad(), "intermediate");
    program.computed(kGrad, program.type(kGrad));
  }
  for (const size_t arg : {kKept, size_t{2}}) {
    if (!program.needs(arg)) continue;
    program.temporary(program.grad(), "product of the gradients");
    program.computed(arg, graph::like(program.type(arg), program.type(arg).dtype));
  }
  return program.finish();
}

std::vector<graph::GradStep> backward_nll(const BackwardCall& call) {
  Program program(call);
  program.computed(kGrad, program.type(kGrad));
  program.computed(kKept, graph::like(program.type(kKept), program.type(kKept).dtype));
  return program.finish();
}

Cases mse_cases() {
  return {{tensor({}), tensor({2, 3}), data({2, 3}), 1}, {tensor({7}), tensor({7}), tensor({7}), 0}};
}
Cases nll_cases() {
  return {{tensor({}), tensor({4, 3}), data({4}, Dtype::int64), {}, 1, -100, data({})},
          {tensor({5}), tensor({5, 7}), data({5}, Dtype::int64), {}, 0, -100, data({})}};
}

// softmax and log_softmax: `output` is their result.

/// Of what came in: log_softmax multiplies with the exponential and sums, softmax has its own kernel.
template <int of_grad, int of_output>
std::vector<graph::GradStep> backward_softmax(const BackwardCall& call) {
  Program program(call);
  if (program.needs(kGrad)) {
    for (int i = 0; i < of_grad; ++i) program.temporary(program.grad(), "intermediate");
    program.computed(kGrad, graph::like(program.type(kGrad), program.type(kGrad).dtype));
  }
  if (program.needs(kKept)) {
    for (int i = 0; i < of_output; ++i) program.temporary(program.grad(), "intermediate");
    program.computed(kKept, graph::like(program.type(kKept), program.type(kKept).dtype));
  }
  return program.finish();
}

Cases softmax_cases() {
  return {{tensor({2, 3}), tensor({2, 3}), 1, Dtype::float32}, {tensor({5, 7}), tensor({5, 7}), 0, Dtype::float32}};
}

Cases slice_cases() { return {{tensor({2, 3}), ints({2, 8}), 1, 2, 5, 1}, {tensor({1, 7}), ints({5, 7}), 0, 4, 5, 1}}; }
Cases select_cases() { return {{tensor({2, 3}), ints({2, 8, 3}), 1, 2}, {tensor({7}), ints({5, 7}), 0, 4}}; }

// _unpack

Inferred infer_unpack(const Call& call) { return view(call, 0, call.operand(0).type); }

Cases unpack_cases() { return {{tensor({2, 3})}, {tensor({7})}}; }

constexpr auto kBoth = keeps<At<kGrad, kKept>>;
constexpr auto kMask = keeps<At<kKept>>;

constexpr Op kOps[] = {
    declared<"tanh_backward", "(Tensor grad_output, Tensor output) -> Tensor", infer<>, kBoth, backward<2>, kept_cases,
             "torch.ops.aten.tanh_backward">(),
    declared<"sigmoid_backward", "(Tensor grad_output, Tensor output) -> Tensor", infer<>, kBoth, backward<3>,
             kept_cases, "torch.ops.aten.sigmoid_backward">(),
    declared<"threshold_backward", "(Tensor grad_output, Tensor self, Scalar threshold) -> Tensor", infer<>, kMask,
             backward<0>, threshold_cases, "torch.ops.aten.threshold_backward">(),
    declared<"leaky_relu_backward",
             "(Tensor grad_output, Tensor self, Scalar negative_slope, bool self_is_result) -> Tensor", infer<>, kMask,
             backward<0>, leaky_cases, "torch.ops.aten.leaky_relu_backward">(),
    declared<"softplus_backward", "(Tensor grad_output, Tensor self, Scalar beta, Scalar threshold) -> Tensor", infer<>,
             kBoth, backward_masked<6>, softplus_cases, "torch.ops.aten.softplus_backward">(),
    declared<"gelu_backward", "(Tensor grad_output, Tensor self, *, str approximate=\"none\") -> Tensor", infer<>,
             kBoth, backward<4>, kept_cases, "torch.ops.aten.gelu_backward">(),
    declared<"elu_backward",
             "(Tensor grad_output, Scalar alpha, Scalar scale, Scalar input_scale, bool is_result, Tensor "
             "self_or_result) -> Tensor",
             infer<5>, keeps<At<kGrad, 5>>, backward_masked<4, 5>, elu_cases, "torch.ops.aten.elu_backward">(),
    declared<"slice_backward",
             "(Tensor grad_output, int[] input_sizes, int dim, int start, int end, int step) -> Tensor", infer_whole,
             keeps<At<>>, backward_whole, slice_cases, "torch.ops.aten.slice_backward">(),
    declared<"select_backward", "(Tensor grad_output, int[] input_sizes, int dim, int index) -> Tensor", infer_whole,
             keeps<At<>>, backward_whole, select_cases, "torch.ops.aten.select_backward">(),
    declared<"mse_loss_backward", "(Tensor grad_output, Tensor self, Tensor target, int reduction) -> Tensor",
             infer_differences, keeps<At<kGrad, kKept, 2>>, backward_mse, mse_cases,
             "torch.ops.aten.mse_loss_backward">(),
    declared<"nll_loss_backward",
             "(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, int reduction, int ignore_index, "
             "Tensor total_weight) -> Tensor",
             infer_elements, keeps<At<2, 3>>, backward_nll, nll_cases, "torch.ops.aten.nll_loss_backward">(),
    declared<"_softmax_backward_data", "(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor",
             infer<>, kBoth, backward_softmax<0, 6>, softmax_cases, "torch.ops.aten._softmax_backward_data">(),
    declared<"_log_softmax_backward_data",
             "(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor", infer<>, kBoth,
             backward_softmax<2, 3>, softmax_cases, "torch.ops.aten._log_softmax_backward_data">(),
    declared<"_adjoint", "(Tensor grad_output, int[] input_sizes, Tensor? self=None) -> Tensor", infer_whole,
             keeps<At<>>, backward_linear<2>, adjoint_cases, "torch._C._adjoint">(),
    declared<"_pick_adjoint", "(Tensor grad_output, Tensor self, Tensor indices) -> Tensor", infer_like_self,
             keeps<At<2>>, backward_linear<kKept>, pick_cases, "torch._C._pick_adjoint">(),
    declared<"_norm_backward", "(Tensor grad_output, Tensor input, Tensor? weight=None) -> Tensor[]", infer_norm,
             keeps<At<kGrad, kKept, 2>>, backward_norm, norm_cases, "torch._C._norm_backward">(),
    declared<"_unpack", "(Tensor(a) self) -> Tensor(a)", infer_unpack, nullptr, backward_whole, unpack_cases,
             "torch._C._unpack">(),
};

}  // namespace derivative_op
}  // namespace

std::span<const Op> derivative_ops() { return derivative_op::kOps; }

}  // namespace vramlint::ops
