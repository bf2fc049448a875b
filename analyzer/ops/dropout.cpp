// Dropout as CUDA runs it: one fused kernel that keeps a mask of one byte an element
// (aten/src/ATen/native/Dropout.cpp, is_fused_kernel_acceptable, 1.13 to 2.7). In place, and for whole channels, noise
// of the input's dtype is multiplied instead.
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace dropout_op {

bool drops(const Call& call) { return call.boolean(2) && call.real(1) != 0.0 && call.operand(0).type.numel() != 0; }

Inferred checked(const Call& call, Inferred inferred) {
  const double p = call.real(1);
  if (p >= 0 && p <= 1) return inferred;
  return failure("dropout probability has to be between 0 and 1, but got " + std::to_string(p));
}

Inferred infer(const Call& call) {
  const TensorType& self = call.operand(0).type;
  return checked(call, drops(call) ? fresh(graph::like(self, self.dtype)) : view(call, 0, self));
}

Inferred infer_in_place(const Call& call) { return checked(call, in_place(call, 0)); }

Inferred infer_feature(const Call& call) {
  if (call.operand(0).type.rank() < 2) return failure("Feature dropout requires at least 2 dimensions in the input");
  return infer(call);
}

Saved saves_mask(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  if (!drops(call)) return {};
  return {.extras = {{dense_bytes(Dtype::boolean, call.operand(0).type.shape), "dropout mask", true}}};
}

Saved saves_noise(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  if (!drops(call)) return {};
  return {.extras = {{call.operand(0).type.bytes(), "dropout noise"}}};
}

/// One number for each channel of each sample.
Saved saves_feature_noise(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  if (!drops(call)) return {};
  const TensorType& self = call.operand(0).type;
  return {.extras = {{dense_bytes(self.dtype, {self.shape[0], self.shape[1]}), "feature dropout noise"}}};
}

std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  if (drops(call.call)) {
    program.computed(0, graph::like(program.grad(), program.grad().dtype));
  } else {
    program.passed(0, program.grad());
  }
  return program.finish();
}

Cases cases() { return {{tensor({2, 3, 4, 5}), 0.5, true}, {tensor({7}), 0.1, true}, {tensor({7}), 0.1, false}}; }
Cases feature_cases() {
  return {{tensor({2, 3, 4, 5}), 0.5, true}, {tensor({2, 5, 3, 3, 3}), 0.1, true}, {tensor({2, 3}), 0.0, true}};
}
Cases in_place_cases() { return {{tensor({2, 3}), 0.5, true}, {tensor({7}), 0.1, false}}; }

constexpr Op kOps[] = {
    {.schema = "dropout(Tensor input, float p, bool train) -> Tensor",
     .names = names<"torch.dropout", "torch._VF.dropout">(),
     .infer = infer,
     .saves = saves_mask,
     .backward = backward,
     .samples = samples<"dropout", cases>},
    {.schema = "dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)",
     .names = names<"torch.dropout_", "torch._VF.dropout_">(),
     .infer = infer_in_place,
     .saves = saves_noise,
     .backward = backward,
     .samples = samples<"dropout_", in_place_cases>},
    {.schema = "feature_dropout(Tensor input, float p, bool train) -> Tensor",
     .names = names<"torch.feature_dropout", "torch._VF.feature_dropout">(),
     .infer = infer_feature,
     .saves = saves_feature_noise,
     .backward = backward,
     .samples = samples<"feature_dropout", feature_cases>},
    {.schema = "feature_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)",
     .names = names<"torch.feature_dropout_", "torch._VF.feature_dropout_">(),
     .infer = infer_in_place,
     .saves = saves_feature_noise,
     .backward = backward,
     .samples = samples<"feature_dropout_", feature_cases>},
};

}  // namespace dropout_op
}  // namespace

std::span<const Op> dropout_ops() { return dropout_op::kOps; }

}  // namespace vramlint::ops
