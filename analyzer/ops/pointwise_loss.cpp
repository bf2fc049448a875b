// Losses that compare two tensors element by element, then reduce.
//
// Kept: input and target (derivatives.yaml). A reduced mse, smooth_l1 or binary_cross_entropy is allocated at the size
// of the elements and then resized to a scalar, which leaves its storage as large as before; mse and smooth_l1 hold a
// second buffer of that size meanwhile (aten/src/ATen/native/Loss.cpp, native/cuda/Loss.cu; 1.13, 2.0, 2.4).
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace pointwise_loss_op {

constexpr int64_t kNone = 0;  // at::Reduction

TensorType elements(const Call& call) {
  const TensorType& self = call.operand(0).type;
  const TensorType& target = call.operand(1).type;
  Broadcast common = broadcast(self.shape, target.shape);
  return elementwise(graph::promote(self.dtype, target.dtype), common.shape, {self, target});
}

template <size_t reduction_arg, bool keeps_storage>
Inferred infer(const Call& call) {
  const Broadcast common = broadcast(call.operand(0).type.shape, call.operand(1).type.shape);
  if (!common.error.empty()) return failure(common.error);
  TensorType made = elements(call);
  if (call.integer(reduction_arg) == kNone) return fresh(std::move(made));
  Inferred inferred = fresh(graph::contiguous(made.dtype, {}));
  if (keeps_storage) inferred.outputs[0].storage = made.bytes();
  return inferred;
}

/// The weight at `arg` has to broadcast with the elements. That input and target agree is asked for in Python.
Inferred weighted(const Call& call, size_t arg, Inferred inferred) {
  const Broadcast common = broadcast(elements(call).shape, call.operand(arg).type.shape);
  return common.error.empty() ? inferred : failure(common.error);
}

Inferred infer_cross_entropy(const Call& call) {
  Inferred inferred = infer<3, true>(call);
  const bool whole = inferred.error.empty() && call.integer(3) == kNone;
  if (whole && !may_be_same(elements(call).shape, call.operand(0).type.shape)) {
    return failure("output with shape " + to_string(call.operand(0).type.shape) +
                   " doesn't match the broadcast shape " + to_string(elements(call).shape));
  }
  return inferred.error.empty() && !call.is_none(2) ? weighted(call, 2, std::move(inferred)) : inferred;
}

Inferred infer_logits(const Call& call) {
  Inferred inferred = infer<4, false>(call);
  if (inferred.error.empty() && !may_be_same(elements(call).shape, call.operand(1).type.shape)) {
    return failure("output with shape " + to_string(call.operand(1).type.shape) +
                   " doesn't match the broadcast shape " + to_string(elements(call).shape));
  }
  for (size_t arg : {size_t{2}, size_t{3}}) {
    if (inferred.error.empty() && !call.is_none(arg)) inferred = weighted(call, arg, std::move(inferred));
  }
  return inferred;
}

/// Every tensor among the first `count` arguments.
template <size_t count>
Saved saves(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Saved saved;
  for (size_t arg = 0; arg < count; ++arg) {
    if (!call.is_none(arg)) saved.operands.push_back(operand_of(call, arg));
  }
  return saved;
}

template <size_t reduction_arg>
std::vector<Temporary> forward_buffer(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  if (call.integer(reduction_arg) == kNone) return {};
  return {{.bytes = elements(call).bytes(), .what = "loss of each element"}};
}

/// 1.13 holds five full-size terms at once, the last of them the loss of each element, and the weight of each where
/// there are weights of positives; from 2.0 on two (aten/src/ATen/native/Loss.cpp, binary_cross_entropy_with_logits:
/// log_sigmoid, and the rest in place; an H100 with 2.11 holds two, the CPU one more, log_sigmoid's buffer).
std::vector<Temporary> forward_logits(const Call& call, const std::vector<Output>&, const TorchProfile& torch) {
  const size_t former = call.is_none(3) ? 5 : 6, terms = torch.accumulates_in_place ? 2 : former;
  const size_t outputs = call.integer(4) == kNone ? 1 : 0;
  return std::vector<Temporary>(terms - outputs, {.bytes = elements(call).bytes(), .what = "term of the loss"});
}

std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  const TensorType full = elements(call.call);
  program.computed(0, graph::contiguous(full.dtype, full.shape));
  program.computed(1, graph::contiguous(full.dtype, full.shape));
  return program.finish();
}

/// The logits' gradient: target's is -input, times the gradient. Weights of positives multiply the target, and the
/// sigmoid then is a tensor of its own (the same file, binary_cross_entropy_with_logits_backward, 1.13 to 2.4).
std::vector<graph::GradStep> backward_logits(const BackwardCall& call) {
  Program program(call);
  const TensorType full = elements(call.call);
  const bool weighs = program.needs(0) && !call.call.is_none(3);
  std::vector<int> parts;
  if (weighs) parts.push_back(program.temporary(full, "weighted target"));
  program.computed(0, full);
  if (weighs) parts.push_back(program.temporary(full, "sigmoid"));
  for (const int part : parts) program.release(part);
  if (program.needs(1)) program.temporary(full, "negated logits");
  program.computed(1, full);
  return program.finish();
}

// l1_loss is abs(input - target), reduced: the difference is kept, and its mean keeps the absolute values where a mean
// over everything keeps its input.

Saved saves_l1(const Call& call, const std::vector<Output>&, const TorchProfile& torch) {
  const Interval full = elements(call).bytes();
  Saved saved{.extras = {{full, "difference"}}};
  if (call.integer(2) == 1 && torch.mean_saves_input_all) saved.extras.push_back({full, "absolute difference"});
  return saved;
}

std::vector<graph::GradStep> backward_l1(const BackwardCall& call) {
  Program program(call);
  const TensorType full = elements(call.call);
  const int spread = call.call.integer(2) == 1 ? program.temporary(full, "gradient of the mean") : -1;
  const int sign = program.temporary(full, "sign");
  const int product = program.temporary(full, "gradient of the difference");
  program.release(sign);
  if (spread >= 0) program.release(spread);
  const bool both = program.needs(0) && program.needs(1);
  if (!both && program.needs(0) && same_sizes(full.shape, program.type(0).shape)) {
    program.promoted(0, product, full);
    return program.finish();
  }
  if (program.needs(1)) program.computed(1, full);
  if (!program.needs(0)) return program.finish();
  if (same_sizes(full.shape, program.type(0).shape) && full.dtype == program.type(0).dtype) {
    program.promoted(0, product, full);
  } else {
    program.computed(0, full);
  }
  return program.finish();
}

Cases pair_cases() {
  return {{tensor({2, 3}), data({2, 3})}, {tensor({4, 5}), tensor({4, 5}), 2}, {tensor({7}), data({7}), 0}};
}
Cases parameter_cases() { return {{tensor({2, 3}), data({2, 3}), 1, 0.5}, {tensor({7}), tensor({7}), 0, 1.0}}; }
Cases weight_cases() { return {{tensor({2, 3}), data({2, 3}), Given(), 1}, {tensor({7}), data({7}), data({7}), 0}}; }
Cases logit_cases() {
  return {{tensor({2, 3}), data({2, 3}), Given(), Given(), 1}, {tensor({5, 7}), data({5, 7}), data({7}), data({7}), 2}};
}

constexpr Op kOps[] = {
    {.schema = "mse_loss(Tensor self, Tensor target, int reduction=Mean) -> Tensor",
     .names = names<"torch._C._nn.mse_loss">(),
     .infer = infer<2, true>,
     .saves = saves<2>,
     .forward = forward_buffer<2>,
     .backward = backward,
     .samples = samples<"mse_loss", pair_cases>},
    {.schema = "smooth_l1_loss(Tensor self, Tensor target, int reduction=Mean, float beta=1.0) -> Tensor",
     .names = names<"torch._C._nn.smooth_l1_loss">(),
     .infer = infer<2, true>,
     .saves = saves<2>,
     .forward = forward_buffer<2>,
     .backward = backward,
     .samples = samples<"smooth_l1_loss", parameter_cases>},
    {.schema = "huber_loss(Tensor self, Tensor target, int reduction=Mean, float delta=1.0) -> Tensor",
     .names = names<"torch._C._nn.huber_loss">(),
     .infer = infer<2, false>,
     .saves = saves<2>,
     .forward = forward_buffer<2>,
     .backward = backward,
     .samples = samples<"huber_loss", parameter_cases>},
    {.schema = "l1_loss(Tensor self, Tensor target, int reduction=Mean) -> Tensor",
     .names = names<"torch._C._nn.l1_loss">(),
     .infer = infer<2, false>,
     .saves = saves_l1,
     .forward = forward_buffer<2>,
     .backward = backward_l1,
     .samples = samples<"l1_loss", pair_cases>},
    {.schema = "binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean) -> Tensor",
     .names = names<"torch._C._nn.binary_cross_entropy">(),
     .infer = infer_cross_entropy,
     .saves = saves<3>,
     .backward = backward,
     .samples = samples<"binary_cross_entropy", weight_cases>},
    {.schema = "binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight=None, Tensor? "
               "pos_weight=None, int reduction=Mean) -> Tensor",
     .names = names<"torch.binary_cross_entropy_with_logits">(),
     .infer = infer_logits,
     .saves = saves<4>,
     .forward = forward_logits,
     .backward = backward_logits,
     .samples = samples<"binary_cross_entropy_with_logits", logit_cases>},
};

}  // namespace pointwise_loss_op
}  // namespace

std::span<const Op> pointwise_loss_ops() { return pointwise_loss_op::kOps; }

}  // namespace vramlint::ops
