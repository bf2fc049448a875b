// Connectionist temporal classification: torch.ctc_loss.
//
// Kept: log probabilities, targets, the loss of each sample and the forward variables alpha, T by 2S+1 a sample, S the
// longest target (derivatives.yaml, _ctc_loss; aten/src/ATen/native/cuda/LossCTC.cu, 1.13 to 2.7). The mean divides by
// the target lengths, which are kept as well. Backward holds beta, of alpha's size. cuDNN is chosen for int32 targets
// without padding only, and is not modelled.
#include "ops/declare.h"

namespace vramlint::ops {

namespace {
namespace sequence_loss_op {

constexpr size_t kTargets = 1, kTargetLengths = 3, kReduction = 5;

Dim longest(const Call& call) {
  if (const auto* lengths = std::get_if<std::vector<int64_t>>(&call.args[kTargetLengths])) {
    return lengths->empty() ? 0 : *std::max_element(lengths->begin(), lengths->end());
  }
  const TensorType& targets = call.operand(kTargets).type;
  const Dim most = targets.rank() == 2 ? targets.shape[1] : product(targets.shape);
  return {0, most.point, most.high};
}

Dim batch(const Call& call) {
  const TensorType& input = call.operand(0).type;
  return input.rank() == 3 ? input.shape[1] : Dim(1);
}

Interval alpha(const Call& call) {
  const TensorType& input = call.operand(0).type;
  const Dim labels = map(longest(call), [](int64_t n) { return 2 * n + 1; });
  return dense_bytes(input.dtype, {batch(call), input.shape[0], labels});
}

int64_t count_of(const Call& call, size_t arg) {
  if (const auto* lengths = std::get_if<std::vector<int64_t>>(&call.args[arg])) {
    return static_cast<int64_t>(lengths->size());
  }
  return call.operand(arg).type.rank() > 1 ? -1 : call.operand(arg).type.numel();
}

/// Where the lengths are numbers: none longer than the sequences, and as many targets as they add up to.
std::string lengths_error(const Call& call) {
  const auto* wanted = std::get_if<std::vector<int64_t>>(&call.args[kTargetLengths]);
  const auto* given = std::get_if<std::vector<int64_t>>(&call.args[kTargetLengths - 1]);
  if (wanted == nullptr || given == nullptr) return {};
  const TensorType& targets = call.operand(kTargets).type;
  const int64_t steps = call.operand(0).type.size(0);
  for (int64_t length : *given) {
    if (length > steps) {
      return "Expected input_lengths to have value at most " + std::to_string(steps) + ", but got value " +
             std::to_string(length);
    }
  }
  int64_t total = 0;
  for (int64_t length : *wanted) total += length;
  const bool fits = targets.rank() == 2 ? targets.size(0) == batch(call).point && targets.size(1) >= longest(call).point
                                        : targets.numel() == total;
  return fits ? std::string() : "Expected as many targets as target_lengths says, but got " + to_string(targets.shape);
}

Inferred infer(const Call& call) {
  const TensorType& input = call.operand(0).type;
  if (input.rank() != 2 && input.rank() != 3) {
    return failure("Expected 2- or 3-dimensional log_probs, got " + std::to_string(input.rank()));
  }
  const TensorType& targets = call.operand(kTargets).type;
  if (graph::is_differentiable(targets.dtype)) return failure("targets must be Long or Int");
  for (size_t arg : {kTargetLengths - 1, kTargetLengths}) {
    if (count_of(call, arg) == batch(call).point) continue;
    return failure(std::string(arg == kTargetLengths ? "target" : "input") + "_lengths must be of size batch_size");
  }
  if (std::string error = lengths_error(call); !error.empty()) return failure(error);
  if (call.integer(kReduction) != 0) return fresh(graph::contiguous(input.dtype, {}));
  return fresh(graph::contiguous(input.dtype, input.rank() == 3 ? Shape{batch(call)} : Shape()));
}

/// The lengths as tensors are kept where they are given as such and lie on the device with the rest from 2.1 on; before
/// that they are read to the host.
Saved saves(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const Dtype dtype = call.operand(0).type.dtype;
  Saved saved{.operands = {operand_of(call, 0), operand_of(call, kTargets)}, .extras = {{alpha(call), "alpha"}}};
  const Interval each = dense_bytes(dtype, {batch(call)});
  if (call.integer(kReduction) == 0) {
    saved.outputs = {0};
  } else {
    saved.extras.push_back({each, "loss of each sample"});
  }
  if (call.boolean(kReduction + 1)) {
    saved.extras.push_back({dense_bytes(Dtype::boolean, {batch(call)}), "mask of infinite losses"});
  }
  if (call.integer(kReduction) == 1) saved.extras.push_back({each, "target lengths"});
  return saved;
}

std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  program.temporary(alpha(call.call), "beta");
  program.computed(0, graph::contiguous(program.type(0).dtype, program.type(0).shape));
  return program.finish();
}

Operand classes(std::initializer_list<int64_t> sizes) { return data(sizes, Dtype::int64); }

Cases list_cases() {
  return {{tensor({6, 2, 5}), classes({2, 3}), ints({6, 5}), ints({3, 2}), 1},
          {tensor({7, 1, 4}), classes({1, 2}), ints({7}), ints({2}), 1, 0},
          {tensor({7, 2, 4}), classes({2, 2}), ints({7, 7}), ints({2, 1}), 1, 1, true}};
}
Cases tensor_cases() {
  return {{tensor({6, 2, 5}), classes({2, 3}), classes({2}), classes({2}), 1},
          {tensor({7, 1, 4}), classes({1, 2}), classes({1}), classes({1}), 1, 2}};
}

constexpr Op kOps[] = {
    declared<"ctc_loss.IntList",
             "(Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, int blank=0, int "
             "reduction=Mean, bool zero_infinity=False) -> Tensor",
             infer, saves, backward, list_cases, "torch.ctc_loss">(),
    declared<"ctc_loss.Tensor",
             "(Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int blank=0, int "
             "reduction=Mean, bool zero_infinity=False) -> Tensor",
             infer, saves, backward, tensor_cases, "torch.ctc_loss">(),
};

}  // namespace sequence_loss_op
}  // namespace

std::span<const Op> sequence_loss_ops() { return sequence_loss_op::kOps; }

}  // namespace vramlint::ops
