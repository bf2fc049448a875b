// Max and average pooling over windows. Max pooling keeps the input and int64 indices of its output's size, average
// pooling the input (derivatives.yaml, 1.13 to 2.7).
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"

namespace vramlint::ops {

namespace {
namespace pool_op {

/// aten/src/ATen/native/Pool.h, pooling_output_shape (1.13 to 2.7): the last window must start inside the padded input.
int64_t window_count(int64_t size, int64_t kernel, int64_t pad, int64_t stride, int64_t dilation, bool ceil_mode) {
  const int64_t span = size + 2 * pad - dilation * (kernel - 1) - 1 + (ceil_mode ? stride - 1 : 0);
  const int64_t floored = span >= 0 ? span / stride : -((-span + stride - 1) / stride);
  const int64_t count = floored + 1;
  return ceil_mode && (count - 1) * stride >= size + pad ? count - 1 : count;
}

struct Windows {
  std::vector<int64_t> kernel, stride, padding, dilation;
  bool ceil_mode = false;
};

template <int64_t dims>
std::vector<int64_t> spread_over(const std::vector<int64_t>& given) {
  return given.size() == 1 ? std::vector<int64_t>(static_cast<size_t>(dims), given[0]) : given;
}

template <int64_t dims, bool maximum>
Windows windows_of(const Call& call) {
  Windows windows{.kernel = spread_over<dims>(call.ints(1))};
  windows.stride = call.is_none(2) || call.ints(2).empty() ? windows.kernel : spread_over<dims>(call.ints(2));
  windows.padding = spread_over<dims>(call.ints(3));
  windows.dilation = maximum ? spread_over<dims>(call.ints(4)) : std::vector<int64_t>(static_cast<size_t>(dims), 1);
  windows.ceil_mode = call.boolean(maximum ? 5 : 4);
  return windows;
}

std::string windows_error(const Windows& windows) {
  for (size_t i = 0; i < windows.kernel.size(); ++i) {
    if (windows.kernel[i] <= 0)
      return "kernel size should be greater than zero, but got " + std::to_string(windows.kernel[i]);
    if (windows.stride[i] <= 0) return "stride should not be zero";
    if (windows.dilation[i] <= 0)
      return "dilation should be greater than zero, but got " + std::to_string(windows.dilation[i]);
    if (windows.padding[i] < 0 || windows.padding[i] * 2 > windows.kernel[i]) {
      return "pad should be at most half of kernel size, but got pad=" + std::to_string(windows.padding[i]) +
             " and kernel_size=" + std::to_string(windows.kernel[i]);
    }
  }
  return {};
}

struct Pooled {
  Shape shape;
  std::string error;
};

template <int64_t dims, bool maximum>
Pooled pooled(const Call& call) {
  const TensorType& input = call.operand(0).type;
  if (input.rank() != dims + 1 && input.rank() != dims + 2) {
    return {.error =
                "Expected " + std::to_string(dims + 1) + "D or " + std::to_string(dims + 2) +
                "D (batch mode) tensor with optional 0 dim batch size for input, but got:" + to_string(input.shape)};
  }
  const Windows windows = windows_of<dims, maximum>(call);
  if (std::string error = windows_error(windows); !error.empty()) return {.error = error};
  Shape shape = input.shape;
  const size_t first = shape.size() - static_cast<size_t>(dims);
  bool too_small = false;
  for (size_t i = 0; i < windows.kernel.size(); ++i) {
    shape[first + i] = map(input.shape[first + i], [&](int64_t size) {
      return window_count(size, windows.kernel[i], windows.padding[i], windows.stride[i], windows.dilation[i],
                          windows.ceil_mode);
    });
    too_small = too_small || shape[first + i].point < 1;
  }
  if (too_small) {
    return {.error = "Given input size: " + to_string(input.shape) + ". Calculated output size: " + to_string(shape) +
                     ". Output size is too small"};
  }
  return {.shape = std::move(shape)};
}

template <int64_t dims>
Inferred infer_maximum(const Call& call) {
  const TensorType& input = call.operand(0).type;
  Pooled result = pooled<dims, true>(call);
  if (!result.error.empty()) return failure(result.error);
  Inferred inferred = fresh(suggested(input, input.dtype, result.shape));
  inferred.outputs.push_back({.type = suggested(input, Dtype::int64, result.shape), .differentiable = false});
  return inferred;
}

template <int64_t dims>
Inferred infer_average(const Call& call) {
  const TensorType& input = call.operand(0).type;
  Pooled result = pooled<dims, false>(call);
  if (!result.error.empty()) return failure(result.error);
  return fresh(suggested(input, input.dtype, std::move(result.shape)));
}

Saved saves_maximum(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.operands = {operand_of(call, 0)}, .outputs = {1}};
}

Saved saves_average(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  return {.operands = {operand_of(call, 0)}};
}

std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  const TensorType& input = program.type(0);
  const bool last = suggests_channels_last(input);
  if (!last) program.contiguous_grad();
  program.computed(0, suggested(input, input.dtype, input.shape));
  return program.finish();
}

Cases cases_1d() { return {{tensor({2, 3, 8}), ints({2})}, {tensor({2, 3, 7}), ints({3}), ints({2}), ints({1})}}; }
Cases max_cases_2d() {
  return {{tensor({2, 3, 8, 8}), ints({2, 2})},
          {tensor({2, 3, 7, 9}), ints({3, 3}), ints({2, 2}), ints({1, 1}), ints({1, 1}), true},
          {channels_last({2, 4, 6, 6}), ints({2, 2})}};
}
Cases average_cases_2d() {
  return {{tensor({2, 3, 8, 8}), ints({2, 2})},
          {tensor({2, 3, 7, 9}), ints({3, 3}), ints({2, 2}), ints({1, 1}), true},
          {channels_last({2, 4, 6, 6}), ints({2, 2})}};
}
Cases cases_3d() {
  return {{tensor({2, 3, 4, 6, 8}), ints({2, 2, 2})},
          {tensor({1, 2, 5, 7, 5}), ints({3, 3, 3}), ints({2, 2, 2}), ints({1, 1, 1})}};
}

template <Literal name, Literal declaration, int64_t dims, Cases (*cases)(), Literal... python>
constexpr Op maximum() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = infer_maximum<dims>,
          .saves = saves_maximum,
          .backward = backward,
          .samples = samples<name, cases>};
}

template <Literal name, Literal declaration, int64_t dims, Cases (*cases)(), Literal... python>
constexpr Op average() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = infer_average<dims>,
          .saves = saves_average,
          .backward = backward,
          .samples = samples<name, cases>};
}

constexpr Op kOps[] = {
    maximum<"max_pool1d_with_indices",
            "(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=0, int[1] dilation=1, bool "
            "ceil_mode=False) -> (Tensor, Tensor)",
            1, cases_1d, "torch.max_pool1d_with_indices">(),
    maximum<"max_pool2d_with_indices",
            "(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, bool "
            "ceil_mode=False) -> (Tensor, Tensor)",
            2, max_cases_2d, "torch._C._nn.max_pool2d_with_indices">(),
    maximum<"max_pool3d_with_indices",
            "(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, bool "
            "ceil_mode=False) -> (Tensor, Tensor)",
            3, cases_3d, "torch._C._nn.max_pool3d_with_indices">(),
    average<"avg_pool1d",
            "(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=0, bool ceil_mode=False, bool "
            "count_include_pad=True) -> Tensor",
            1, cases_1d, "torch.avg_pool1d", "torch.nn.functional.avg_pool1d">(),
    average<"avg_pool2d",
            "(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool ceil_mode=False, bool "
            "count_include_pad=True, int? divisor_override=None) -> Tensor",
            2, average_cases_2d, "torch._C._nn.avg_pool2d", "torch.nn.functional.avg_pool2d">(),
    average<"avg_pool3d",
            "(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, bool ceil_mode=False, bool "
            "count_include_pad=True, int? divisor_override=None) -> Tensor",
            3, cases_3d, "torch._C._nn.avg_pool3d", "torch.nn.functional.avg_pool3d">(),
};

}  // namespace pool_op
}  // namespace

std::span<const Op> pool_ops() { return pool_op::kOps; }

}  // namespace vramlint::ops
