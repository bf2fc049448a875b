// kl_div: made of elementwise operations, which keep what each of them keeps.
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace divergence_op {

constexpr int64_t kNone = 0, kMean = 1;

TensorType elements(const Call& call) {
  const TensorType& left = call.operand(0).type;
  const TensorType& right = call.operand(1).type;
  return elementwise(graph::promote(left.dtype, right.dtype), broadcast(left.shape, right.shape).shape, {left, right});
}

// kl_div(self, target, reduction, log_target): target * (log(target) - self), aten/src/ATen/native/Loss.cpp.

Inferred infer_divergence(const Call& call) {
  const Broadcast common = broadcast(call.operand(0).type.shape, call.operand(1).type.shape);
  if (!common.error.empty()) return failure(common.error);
  const TensorType made = elements(call);
  return fresh(call.integer(2) == kNone ? made : graph::contiguous(made.dtype, {}));
}

Saved saves_divergence(const Call& call, const std::vector<Output>&, const TorchProfile& torch) {
  const Interval full = elements(call).bytes();
  Saved saved;
  if (call.boolean(3)) {
    saved.extras.push_back({full, "probabilities"});
    if (needs_grad(call, 1)) saved.extras.push_back({full, "difference of the logarithms"});
  } else {
    saved.operands.push_back(operand_of(call, 1));
    if (needs_grad(call, 1)) saved.operands.push_back(operand_of(call, 0));
  }
  if (call.integer(2) == kMean && torch.mean_saves_input_all) saved.extras.push_back({full, "loss of each element"});
  return saved;
}

/// Beside what is kept and the result: of logarithms `exp(target) * (target - self)`.
std::vector<Temporary> forward_divergence(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  size_t terms = 2;
  if (call.boolean(3)) terms = needs_grad(call, 1) ? 0 : 1;
  return std::vector<Temporary>(terms + (call.integer(2) == kNone ? 0 : 1),
                                {.bytes = elements(call).bytes(), .what = "term of the loss"});
}

std::vector<graph::GradStep> backward_divergence(const BackwardCall& call) {
  Program program(call);
  const TensorType full = elements(call.call);
  for (int i = 0; i < (program.needs(1) ? 2 : 1); ++i) program.temporary(full, "gradient of a term");
  program.computed(0, full);
  program.computed(1, full);
  return program.finish();
}

Cases divergence_cases() {
  return {{tensor({4, 5}), data({4, 5}), 1}, {tensor({7}), data({7}), 0}, {tensor({4, 5}), data({4, 5}), 2, true}};
}

constexpr Op kOps[] = {
    {.schema = "kl_div(Tensor self, Tensor target, int reduction=Mean, *, bool log_target=False) -> Tensor",
     .names = names<"torch.kl_div">(),
     .infer = infer_divergence,
     .saves = saves_divergence,
     .forward = forward_divergence,
     .backward = backward_divergence,
     .samples = samples<"kl_div", divergence_cases>},
};

}  // namespace divergence_op
}  // namespace

std::span<const Op> divergence_ops() { return divergence_op::kOps; }

}  // namespace vramlint::ops
