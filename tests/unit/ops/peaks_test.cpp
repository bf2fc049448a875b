// The scratch of our memory programs against peaks measured with LibTorch 1.13.1 on the CPU, for operators whose CPU
// and CUDA kernels allocate alike: a counting allocator, float32, sizes in MiB of 2^20 bytes, rises over what was live
// before; the forward peak holds the output, the backward peak starts with saved tensors and the gradient live.
#include <gtest/gtest.h>

#include <map>

#include "ops/registry.h"
#include "ops/sample.h"

namespace vramlint::ops {
namespace {

struct Measured {
  std::string_view schema;
  std::vector<Given> arguments;
  double forward, backward;
};

const Operand kImage = tensor({4, 16, 128, 128});  // 4 MiB
const Operand kTarget = data({4, 16, 128, 128});

std::vector<Measured> measured_activations() {
  return {{"relu", {kImage}, 4, 4},
          {"leaky_relu", {kImage}, 4, 4},
          {"gelu", {kImage}, 4, 4},
          {"silu", {kImage}, 4, 4},
          {"hardswish", {kImage}, 4, 4},
          {"mish", {kImage}, 4, 4},
          {"elu", {kImage}, 4, 4},
          {"sigmoid", {kImage}, 4, 4},
          {"tanh", {kImage}, 4, 4},
          {"softplus", {kImage}, 4, 4},
          {"log_softmax.int", {kImage, 1}, 4, 4},
          {"feature_dropout", {kImage, 0.5, true}, 4, 4},
          {"leaky_relu_", {kImage}, 0, 4}};
}

std::vector<Measured> measured_arithmetic() {
  return {{"mul.Scalar", {kImage, 3}, 4, 4},
          {"div.Scalar", {kImage, 3}, 4, 4},
          {"pow.Tensor_Scalar", {kImage, 2}, 4, 12},
          {"exp", {kImage}, 4, 4},
          {"sqrt", {kImage}, 4, 8},
          {"abs", {kImage}, 4, 8},
          {"clamp", {kImage, 0, 1}, 4, 6},
          {"mean", {kImage}, 0, 4},
          {"mean.dim", {kImage, ints({2, 3}), true}, 0, 4},
          {"max.dim", {kImage, 1}, 0.75, 4},
          {"var.dim", {kImage, ints({1}), false, true}, 0.25, 8.5},
          {"norm.ScalarOpt_dim", {kImage, 2, ints({1}), true}, 0.25, 8.06}};
}

std::vector<Measured> measured_layers() {
  const Operand affine = parameter({128});
  return {{"group_norm", {kImage, 4, parameter({16}), parameter({16})}, 4, 4},
          {"layer_norm", {kImage, ints({128}), affine, affine}, 4.06, 4},
          {"max_pool2d_with_indices", {kImage, ints({2, 2})}, 3, 4},
          {"avg_pool2d", {kImage, ints({2, 2})}, 1, 4},
          {"adaptive_avg_pool2d", {kImage, ints({7, 7})}, 0.01, 4},
          {"upsample_bilinear2d", {kImage, ints({256, 256}), false}, 16, 4},
          {"upsample_nearest2d", {kImage, ints({256, 256})}, 16, 4},
          {"constant_pad_nd", {kImage, ints({1, 1, 1, 1})}, 4.13, 4},
          {"reflection_pad2d", {kImage, ints({1, 1, 1, 1})}, 4.13, 4},
          {"roll", {kImage, ints({3, 3}), ints({2, 3})}, 8, 8},
          {"pixel_shuffle", {kImage, 2}, 4, 4},
          {"im2col", {kImage, ints({3, 3}), ints({1, 1}), ints({1, 1}), ints({1, 1})}, 40, 36},
          {"linear", {data({8, 1024, 128}), parameter({256, 128}), parameter({256})}, 8, 0.13},
          {"grid_sampler", {kImage, data({4, 128, 128, 2}), 0, 0, false}, 4, 4.5}};
}

std::vector<Measured> measured_losses() {
  return {{"cross_entropy_loss", {kImage, data({4, 128, 128}, Dtype::int64)}, 4, 8},
          {"mse_loss", {kImage, kTarget}, 8, 4},
          {"l1_loss", {kImage, kTarget}, 8, 12},
          {"smooth_l1_loss", {kImage, kTarget}, 8, 4},
          {"binary_cross_entropy", {kImage, kTarget}, 4, 4},
          {"binary_cross_entropy_with_logits", {kImage, kTarget, Given(), Given()}, 20, 4},
          {"binary_cross_entropy_with_logits", {kImage, kTarget, Given(), data({128})}, 24, 12},
          {"kl_div", {kImage, kTarget, 2}, 12, 8}};
}

/// Formulas that are one expression of C++: all of its intermediates stand until the gradient is made.
std::vector<Measured> measured_formulas() {
  return {{"erf", {kImage}, 4, 20},
          {"erfc", {kImage}, 4, 20},
          {"erfinv", {kImage}, 4, 20},
          {"acos", {kImage}, 4, 24},
          {"asin", {kImage}, 4, 20},
          {"asinh", {kImage}, 4, 16},
          {"acosh", {kImage}, 4, 16},
          {"atanh", {kImage}, 4, 16},
          {"sinc", {kImage}, 4, 32},
          {"atan", {kImage}, 4, 12},
          {"rsqrt", {kImage}, 4, 12},
          {"cos", {kImage}, 4, 12},
          {"atan2", {kImage, kImage}, 4, 24},
          {"logaddexp", {kImage, kImage}, 4, 20},
          {"lerp.Tensor", {kImage, kImage, kImage}, 4, 16},
          {"mm", {strided({1024, 1024}, {2048, 2}), parameter({1024, 1024})}, 8, 8},
          {"amax", {kImage, ints({2, 3}), true}, 0, 9},
          {"cdist", {tensor({1024, 256}), tensor({2048, 256}), 2.0, Given()}, 11.02, 17.01},
          {"cdist", {tensor({1024, 256}), data({2048, 256}), 2.0, Given()}, 11.02, 17.01}};
}

double mib(int64_t bytes) { return static_cast<double>(bytes) / 1048576.0; }

double forward_peak(const Call& call, const std::vector<Output>& outputs, const TorchProfile& torch) {
  int64_t live = 0;
  for (const Output& output : outputs) {
    if (output.alias == Output::Alias::fresh) live += output.storage.value_or(output.type.bytes()).point.count;
  }
  if (call.op->forward != nullptr) {
    for (const Temporary& temporary : call.op->forward(call, outputs, torch)) live += temporary.bytes.point.count;
  }
  if (call.op->saves != nullptr) {
    for (const Extra& extra : call.op->saves(call, outputs, torch).extras) live += extra.bytes.point.count;
  }
  return mib(live);
}

double backward_peak(const Call& call, const std::vector<Output>& outputs, const TorchProfile& torch) {
  std::vector<std::optional<TensorType>> grads;
  for (const Output& output : outputs) {
    grads.push_back(output.differentiable ? std::optional(graph::contiguous(output.type.dtype, output.type.shape))
                                          : std::nullopt);
  }
  std::map<int, int64_t> slots;
  int64_t live = 0, peak = 0;
  for (const graph::GradStep& step : call.op->backward({call, outputs, grads, torch})) {
    if (step.kind == graph::GradStep::Kind::allocate) live += slots[step.slot] = step.bytes.point.count;
    if (step.kind == graph::GradStep::Kind::gradient) live += step.type.bytes().point.count;
    if (step.kind == graph::GradStep::Kind::release) live -= slots[step.slot];
    peak = std::max(peak, live);
  }
  return mib(peak);
}

void compare(const std::vector<Measured>& rows) {
  const TorchProfile torch = *graph::torch_profile("1.13");
  for (const Measured& row : rows) {
    SCOPED_TRACE(row.schema);
    const Op* op = find_schema(row.schema);
    ASSERT_NE(op, nullptr);
    const Call call = make_call(*op, row.arguments);
    const std::vector<Output> outputs = op->infer(call).outputs;
    EXPECT_NEAR(forward_peak(call, outputs, torch), row.forward, 0.021);
    EXPECT_NEAR(backward_peak(call, outputs, torch), row.backward, 0.021);
  }
}

TEST(Peaks, Activations) { compare(measured_activations()); }
TEST(Peaks, Arithmetic) { compare(measured_arithmetic()); }
TEST(Peaks, Layers) { compare(measured_layers()); }
TEST(Peaks, Losses) { compare(measured_losses()); }
TEST(Peaks, Formulas) { compare(measured_formulas()); }

}  // namespace
}  // namespace vramlint::ops
