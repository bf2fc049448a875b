// Batch normalisation: torch.batch_norm, which cuDNN or the native CUDA kernels run, with the same storage.
//
// Kept in training: the input (its copy in the suggested memory format where one had to be made), the weight, and mean
// and inverse deviation a channel, in float32 for half precision. In evaluation: input, weight and running statistics
// (derivatives.yaml, cudnn_batch_norm and native_batch_norm; aten/src/ATen/native/Normalization.cpp; 1.13 to 2.7).
// cuDNN's reserve is small for NCHW and counted as nothing; not measured on a GPU.
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace batch_norm_op {

constexpr size_t kInput = 0, kWeight = 1, kBias = 2, kMean = 3, kVariance = 4, kTraining = 5;

bool training(const Call& call) { return call.boolean(kTraining) || call.is_none(kMean); }

Inferred infer(const Call& call) {
  const TensorType& input = call.operand(kInput).type;
  if (input.rank() < 2) return failure("Expected 2D or higher input (got " + std::to_string(input.rank()) + "D input)");
  static constexpr std::array<std::string_view, 5> kWhat = {"", "weight", "bias", "running_mean", "running_var"};
  for (size_t arg : {kWeight, kBias, kMean, kVariance}) {
    const Operand* given = call.operand_or_null(arg);
    if (given != nullptr && given->type.numel() != input.size(1)) {
      return failure({std::string(kWhat[arg]) + " should contain " + std::to_string(input.size(1)) + " elements not " +
                          std::to_string(given->type.numel()),
                      input.shape[1].sources | product(given->type.shape).sources});
    }
  }
  return fresh(suggested(input, input.dtype, input.shape));
}

bool in_suggested_format(const TensorType& type) { return lies_in_format(type, suggests_channels_last(type)); }

Interval statistics(const TensorType& input) {
  return dense_bytes(input.dtype == Dtype::float64 ? Dtype::float64 : Dtype::float32, {input.shape[1]});
}

Saved saves(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const TensorType& input = call.operand(kInput).type;
  Saved saved;
  if (in_suggested_format(input)) {
    saved.operands.push_back(operand_of(call, kInput));
  } else {
    saved.extras.push_back({input.bytes(), "contiguous input"});
  }
  for (size_t arg : {kWeight, kMean, kVariance}) {
    if (!call.is_none(arg)) saved.operands.push_back(operand_of(call, arg));
  }
  if (training(call)) {
    saved.extras.push_back({statistics(input), "batch mean"});
    saved.extras.push_back({statistics(input), "batch inverse deviation"});
  }
  return saved;
}

std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  const TensorType& input = program.type(kInput);
  const bool last = suggests_channels_last(input);
  const TensorType& grad = program.grad();
  const bool fits = last ? suggests_channels_last(grad) : grad.contiguous();
  if (!fits) program.temporary(grad, "gradient in the input's layout");
  program.computed(kInput, suggested(input, input.dtype, input.shape));
  for (size_t arg : {kWeight, kBias}) {
    if (!call.call.is_none(arg)) program.computed(arg, program.type(arg));
  }
  return program.finish();
}

std::vector<Given> with(const Operand& input, int64_t channels, bool train) {
  return {input, parameter({channels}), parameter({channels}), buffer({channels}), buffer({channels}), train, 0.1, 1e-5,
          true};
}

Cases cases() {
  return {with(tensor({4, 3, 5, 6}), 3, true),
          with(tensor({4, 3, 5, 6}), 3, false),
          with(channels_last({2, 4, 5, 6}), 4, true),
          {tensor({5, 7}), Given(), Given(), Given(), Given(), true, 0.1, 1e-5, true},
          with(tensor({2, 3, 4, 5, 3}), 3, true)};
}

constexpr Op kOps[] = {
    {.schema = "batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool "
               "training, float momentum, float eps, bool cudnn_enabled) -> Tensor",
     .names = names<"torch.batch_norm">(),
     .infer = infer,
     .saves = saves,
     .backward = backward,
     .samples = samples<"batch_norm", cases>},
};

}  // namespace batch_norm_op
}  // namespace

std::span<const Op> batch_norm_ops() { return batch_norm_op::kOps; }

}  // namespace vramlint::ops
