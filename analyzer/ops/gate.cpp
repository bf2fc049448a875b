// Activations with a parameter, a threshold or noise of their own.
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace gate_op {

Inferred infer(const Call& call) {
  const TensorType& self = call.operand(0).type;
  return fresh(elementwise(self.dtype, self.shape, {self}));
}

Inferred infer_in_place(const Call& call) { return in_place(call, 0); }

Saved saves_input(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.operands = {operand_of(call, 0)}};
}

/// threshold_ compares the result, rrelu_ divides by its noise: a clone where the input itself is needed.
Saved saves_clone(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.extras = {{call.operand(0).type.bytes(), "clone of the input"}}};
}

std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::like(program.grad(), program.grad().dtype));
  return program.finish();
}

// glu: halves of one dimension, the second gating the first. It keeps its whole input, and makes its gradient whole.

Inferred infer_glu(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const int64_t dim = wrap(call.integer(1), self.rank());
  if (self.rank() == 0) return failure("glu does not support scalars because halving size must be even");
  if (dim < 0) return failure(dim_error(call.integer(1), self.rank()));
  if (self.size(dim) % 2 != 0) {
    return failure("Halving dimension must be even, but dimension " + std::to_string(dim) + " is size " +
                   std::to_string(self.size(dim)));
  }
  Shape shape = self.shape;
  Dim& halved = shape[static_cast<size_t>(dim)];
  halved = map(halved, [](int64_t size) { return size / 2; });
  return fresh(graph::contiguous(self.dtype, std::move(shape)));
}

std::vector<graph::GradStep> backward_glu(const BackwardCall& call) {
  Program program(call);
  program.computed(0, graph::contiguous(program.grad().dtype, program.type(0).shape));
  return program.finish();
}

Cases glu_cases() { return {{tensor({2, 6, 5}), 1}, {tensor({3, 8})}}; }

// prelu: one weight, or one a channel. The weight's gradient is made at the input's size and then summed
// (aten/src/ATen/native/Activation.cpp, prelu_backward in 1.13, _prelu_kernel_backward from 2.0 on).

Inferred infer_prelu(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const TensorType& weight = call.operand(1).type;
  const int64_t channels = self.rank() >= 2 ? self.size(1) : 1;
  if (weight.numel() != 1 && weight.numel() != channels) {
    return failure("Mismatch of parameter numbers and input channel size. Found parameter numbers = " +
                   std::to_string(weight.numel()) + " and channel size = " + std::to_string(channels) + ".");
  }
  return fresh(elementwise(self.dtype, self.shape, {self}));
}

Saved saves_both(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.operands = {operand_of(call, 0), operand_of(call, 1)}};
}

std::vector<graph::GradStep> backward_prelu(const BackwardCall& call) {
  Program program(call);
  const TensorType made = graph::like(program.type(0), program.grad().dtype);
  program.computed(0, made);
  const int wide = program.temporary(made, "gradient of the weight before its sum");
  if (program.needs(1)) program.computed(1, graph::contiguous(made.dtype, program.type(1).shape));
  program.release(wide);
  return program.finish();
}

// rrelu(self, lower, upper, training): noise of the input's size, allocated and kept in evaluation too
// (aten/src/ATen/native/Activation.cpp, rrelu).

Saved saves_noise(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.operands = {operand_of(call, 0)}, .extras = {{call.operand(0).type.bytes(), "random slopes"}}};
}

Saved saves_noise_and_result(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.outputs = {0}, .extras = {{call.operand(0).type.bytes(), "random slopes"}}};
}

Cases prelu_cases() { return {{tensor({2, 3, 4, 5}), parameter({3})}, {tensor({7}), parameter({1})}}; }
Cases threshold_cases() { return {{tensor({2, 3}), 0.1, 20.0}, {tensor({7}), 0, 0}}; }
Cases rrelu_cases() { return {{tensor({2, 3}), 0.125, 0.25, true}, {tensor({7}), 0.125, 0.25, false}}; }

constexpr Op kOps[] = {
    {.schema = "glu(Tensor self, int dim=-1) -> Tensor",
     .names = names<"torch._C._nn.glu">(),
     .infer = infer_glu,
     .saves = saves_input,
     .backward = backward_glu,
     .samples = samples<"glu", glu_cases>},
    {.schema = "prelu(Tensor self, Tensor weight) -> Tensor",
     .names = names<"torch.prelu", "Tensor.prelu">(),
     .infer = infer_prelu,
     .saves = saves_both,
     .backward = backward_prelu,
     .samples = samples<"prelu", prelu_cases>},
    {.schema = "threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor",
     .names = names<"torch.threshold">(),
     .infer = infer,
     .saves = saves_input,
     .backward = backward,
     .samples = samples<"threshold", threshold_cases>},
    {.schema = "threshold_(Tensor(a!) self, Scalar threshold, Scalar value) -> Tensor(a!)",
     .names = names<"torch.threshold_">(),
     .infer = infer_in_place,
     .saves = saves_clone,
     .backward = backward,
     .samples = samples<"threshold_", threshold_cases>},
    {.schema = "rrelu(Tensor self, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False) -> Tensor",
     .names = names<"torch.rrelu">(),
     .infer = infer,
     .saves = saves_noise,
     .backward = backward,
     .samples = samples<"rrelu", rrelu_cases>},
    {.schema = "rrelu_(Tensor(a!) self, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False) -> "
               "Tensor(a!)",
     .names = names<"torch.rrelu_">(),
     .infer = infer_in_place,
     .saves = saves_noise_and_result,
     .backward = backward,
     .samples = samples<"rrelu_", rrelu_cases>},
};

}  // namespace gate_op
}  // namespace

std::span<const Op> gate_ops() { return gate_op::kOps; }

}  // namespace vramlint::ops
