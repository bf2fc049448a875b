// Convolution of one to three dimensions, plain and transposed.
//
// Kept: input and weight, always both (derivatives.yaml, convolution; 1.13 to 2.7). A copy of the input that the kernel
// makes for its memory format is not what is kept. The backward makes the input's gradient, then the weight's, then
// sums the bias's (aten/src/ATen/native/Convolution.cpp, convolution_backward).
//
// Where a kernel takes a cuDNN workspace is said here; its size depends on device and settings, and is worked out in
// memory/libraries/cudnn_convolution.
#include "ops/convolution_samples.h"
#include "ops/layout.h"
#include "ops/program.h"
#include "ops/sample.h"
#include "ops/shaping.h"

namespace vramlint::ops {

namespace {
namespace convolution_op {

using namespace convolution_samples;

/// One convolution, with a batch dimension, its arguments by name.
struct Geometry {
  TensorType input;
  TensorType weight;
  std::vector<int64_t> stride, padding, dilation, output_padding;
  int64_t groups = 1;
  bool transposed = false;
  bool batched = true;
  bool uneven = false;  // "same" padding that pads one side by one more: the input is padded as a copy first
};

std::vector<int64_t> same_padding(const Geometry& geometry, bool& uneven) {
  std::vector<int64_t> padding;
  for (size_t i = 0; i < geometry.dilation.size(); ++i) {
    const int64_t total = geometry.dilation[i] * (geometry.weight.shape[i + 2].point - 1);
    padding.push_back(total / 2);
    uneven = uneven || total % 2 != 0;
  }
  return padding;
}

void read_padding(const Call& call, Geometry& geometry) {
  if (const auto* mode = std::get_if<std::string>(&call.args[4])) {
    geometry.padding =
        *mode == "same" ? same_padding(geometry, geometry.uneven) : std::vector<int64_t>(geometry.stride.size(), 0);
  } else {
    geometry.padding = call.ints(4);
  }
}

template <int64_t dims, bool transposed>
Geometry geometry_of(const Call& call) {
  Geometry geometry{.input = call.operand(0).type, .weight = call.operand(1).type, .transposed = transposed};
  geometry.batched = geometry.input.rank() != dims + 1;
  if (!geometry.batched) geometry.input = with_single(geometry.input, 0);
  geometry.stride = call.ints(3);
  if (transposed) {
    geometry.padding = call.ints(4);
    geometry.output_padding = call.ints(5);
    geometry.groups = call.integer(6);
    geometry.dilation = call.ints(7);
  } else {
    geometry.dilation = call.ints(5);
    geometry.groups = call.integer(6);
  }
  return geometry;
}

std::string name_of(int64_t dims, bool transposed) {
  return (transposed ? "conv_transpose" : "conv") + std::to_string(dims) + "d";
}

graph::Refusal rank_error(const Call& call, int64_t dims, bool transposed) {
  const TensorType& input = call.operand(0).type;
  if (input.rank() != dims + 1 && input.rank() != dims + 2) {
    return "Expected " + std::to_string(dims + 1) + "D (unbatched) or " + std::to_string(dims + 2) +
           "D (batched) input to " + name_of(dims, transposed) + ", but got input of size: " + to_string(input.shape);
  }
  const TensorType& weight = call.operand(1).type;
  if (weight.rank() != dims + 2) {
    return "weight should have at least three dimensions";
  }
  if (weight.dtype != input.dtype) {
    return graph::Refusal::types("Input type (" + std::string(to_string(input.dtype)) + ") and weight type (" +
                                 std::string(to_string(weight.dtype)) + ") should be the same");
  }
  return {};
}

graph::Refusal channel_error(const Geometry& geometry) {
  const Dim& wanted = geometry.weight.shape[geometry.transposed ? 0 : 1];
  const int64_t channels = geometry.input.shape[1].point;
  const int64_t expected = geometry.transposed ? wanted.point : wanted.point * geometry.groups;
  if (geometry.groups <= 0) return "non-positive groups is not supported";
  if (channels != expected) {
    const std::string kind = geometry.transposed
                                 ? "Given transposed=1, weight of size "
                                 : "Given groups=" + std::to_string(geometry.groups) + ", weight of size ";
    return {kind + to_string(geometry.weight.shape) + ", expected input" + to_string(geometry.input.shape) +
                " to have " + std::to_string(expected) + " channels, but got " + std::to_string(channels) +
                " channels instead",
            wanted.sources | geometry.input.shape[1].sources};
  }
  if (!geometry.transposed && geometry.weight.shape[0].point % geometry.groups != 0) {
    return {"Given groups=" + std::to_string(geometry.groups) + ", expected weight to be divisible by " +
            std::to_string(geometry.groups) + " at dimension 0, but got weight of size " +
            to_string(geometry.weight.shape) + " instead"};
  }
  return {};
}

std::string bias_error(const Call& call, const Geometry& geometry, int64_t out_channels) {
  const Operand* bias = call.operand_or_null(2);
  if (bias == nullptr || (bias->type.rank() == 1 && bias->type.size(0) == out_channels)) return {};
  return "Given " + std::string(geometry.transposed ? "transposed=1" : "groups=" + std::to_string(geometry.groups)) +
         ", weight of size " + to_string(geometry.weight.shape) + ", expected bias to be 1-dimensional with " +
         std::to_string(out_channels) + " elements, but got bias of size " + to_string(bias->type.shape) + " instead";
}

std::string joined(const std::vector<int64_t>& sizes) {
  std::string text;
  for (int64_t size : sizes) text += (text.empty() ? "(" : " x ") + std::to_string(size);
  return text + ")";
}

std::string kernel_error(const Geometry& geometry) {
  std::vector<int64_t> padded, kernel;
  bool too_large = false;
  for (size_t i = 0; i < geometry.stride.size(); ++i) {
    if (geometry.stride[i] <= 0) return "non-positive stride is not supported";
    if (geometry.dilation[i] <= 0) return "dilation should be greater than zero";
    if (geometry.padding[i] < 0) return "negative padding is not supported";
    if (geometry.weight.shape[i + 2].point <= 0) return "kernel size should be greater than zero";
    padded.push_back(geometry.input.shape[i + 2].point + 2 * geometry.padding[i] + (geometry.uneven ? 1 : 0));
    kernel.push_back(geometry.dilation[i] * (geometry.weight.shape[i + 2].point - 1) + 1);
    too_large = too_large || padded.back() < kernel.back();
  }
  if (!too_large || geometry.transposed) return {};
  return "Calculated padded input size per channel: " + joined(padded) + ". Kernel size: " + joined(kernel) +
         ". Kernel size can't be greater than actual input size";
}

int64_t output_size(const Geometry& geometry, size_t i, int64_t size) {
  const int64_t kernel = geometry.dilation[i] * (geometry.weight.shape[i + 2].point - 1) + 1;
  if (geometry.transposed) {
    const int64_t spread = size > 0 ? saturating_product(size - 1, geometry.stride[i]) : -geometry.stride[i];
    return saturating_sum(spread - 2 * geometry.padding[i], kernel + geometry.output_padding[i]);
  }
  const int64_t extra = geometry.uneven ? geometry.dilation[i] * (geometry.weight.shape[i + 2].point - 1) % 2 : 0;
  return (size + 2 * geometry.padding[i] + extra - kernel) / geometry.stride[i] + 1;
}

bool runs_channels_last(const Geometry& geometry) {
  return suggests_channels_last(geometry.input) || suggests_channels_last(geometry.weight);
}

TensorType output_type(const Geometry& geometry) {
  const Dim& channels = geometry.transposed ? geometry.weight.shape[1] : geometry.weight.shape[0];
  Shape shape = {geometry.input.shape[0],
                 map(channels, [&](int64_t n) { return geometry.transposed ? n * geometry.groups : n; })};
  for (size_t i = 0; i < geometry.stride.size(); ++i) {
    shape.push_back(map(geometry.input.shape[i + 2], [&](int64_t n) { return output_size(geometry, i, n); }));
  }
  return runs_channels_last(geometry) ? channels_last(geometry.input.dtype, std::move(shape))
                                      : graph::contiguous(geometry.input.dtype, std::move(shape));
}

template <int64_t dims, bool transposed>
Inferred infer(const Call& call) {
  if (graph::Refusal error = rank_error(call, dims, transposed); !error.empty()) return failure(error);
  Geometry geometry = geometry_of<dims, transposed>(call);
  if (!transposed) read_padding(call, geometry);
  for (const graph::Refusal& error : {channel_error(geometry), graph::Refusal(kernel_error(geometry))}) {
    if (!error.empty()) return failure(error);
  }
  TensorType made = output_type(geometry);
  if (std::string error = bias_error(call, geometry, made.size(1)); !error.empty()) return failure(error);
  for (const Dim& dim : made.shape) {
    if (dim.point < 0)
      return failure("Trying to create tensor with negative dimension " + std::to_string(dim.point) + ": " +
                     to_string(made.shape));
  }
  return fresh(geometry.batched ? made : without(made, 0));
}

Interval padded_bytes(const Geometry& geometry) {
  Shape shape = geometry.input.shape;
  for (size_t i = 0; i < geometry.stride.size(); ++i) {
    const int64_t extra = geometry.dilation[i] * (geometry.weight.shape[i + 2].point - 1) % 2;
    shape[i + 2] = sum(shape[i + 2], extra);
  }
  return dense_bytes(geometry.input.dtype, shape);
}

template <int64_t dims, bool transposed>
Saved saves(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  Geometry geometry = geometry_of<dims, transposed>(call);
  if (!transposed) read_padding(call, geometry);
  if (geometry.uneven) {
    return {.operands = {operand_of(call, 1)}, .extras = {{padded_bytes(geometry), "padded input"}}};
  }
  return {.operands = {operand_of(call, 0), operand_of(call, 1)}};
}

template <int64_t dims, bool transposed>
std::vector<Temporary> forward(const Call& call, const std::vector<Output>&, const TorchProfile&) {
  const Geometry geometry = geometry_of<dims, transposed>(call);
  const bool last = runs_channels_last(geometry);
  std::vector<Temporary> temporaries;
  if (!lies_in_format(geometry.input, last)) {
    temporaries.push_back(
        {.bytes = geometry.input.bytes(), .what = "input in the kernel's layout", .before_output = true});
  }
  if (!lies_in_format(geometry.weight, last)) {
    temporaries.push_back({.bytes = geometry.weight.bytes(), .what = "weight in the kernel's layout"});
  }
  temporaries.push_back({.what = "cudnn workspace", .workspace = true});
  return temporaries;
}

TensorType in_layout(const TensorType& type, bool last) {
  return last ? channels_last(type.dtype, type.shape) : graph::contiguous(type.dtype, type.shape);
}

/// Each result stands before what its kernel takes: cudnn_convolution_backward_input and _weight (native/cudnn/
/// ConvShared.cpp, 1.13 to 2.11).
void make_input_gradient(Program& program, const Geometry& geometry, const TensorType& type, bool last) {
  if (!program.needs(0)) return;
  program.computed(0, type);
  const bool copied = !lies_in_format(geometry.weight, last);
  const int weight = copied ? program.temporary(geometry.weight, "weight in the kernel's layout") : -1;
  program.release(program.workspace({}, "cudnn workspace", 0));
  if (copied) program.release(weight);
}

void make_weight_gradient(Program& program, const TensorType& type) {
  if (!program.needs(1)) return;
  program.computed(1, type);
  program.release(program.workspace({}, "cudnn workspace", 1));
}

template <int64_t dims, bool transposed>
std::vector<graph::GradStep> backward(const BackwardCall& call) {
  Program program(call);
  const Geometry geometry = geometry_of<dims, transposed>(call.call);
  const bool last = runs_channels_last(geometry);
  const TensorType grad = geometry.batched ? program.grad() : with_single(program.grad(), 0);
  if (!lies_in_format(grad, last)) program.temporary(grad, "gradient in the kernel's layout");
  if (!lies_in_format(geometry.input, last) && program.needs(1))
    program.temporary(geometry.input, "input in the kernel's layout");
  const TensorType input = in_layout(geometry.input, last);
  make_input_gradient(program, geometry, geometry.batched ? input : without(input, 0), last);
  make_weight_gradient(program, in_layout(program.type(1), last));
  if (!call.call.is_none(2)) program.computed(2, graph::contiguous(grad.dtype, program.type(2).shape));
  return program.finish();
}

/// Of an input's gradient that was made with a history: the weight's convolves one gradient with the other, samples in
/// place of channels, for which both are laid out anew (_convolution_double_backward, native/Convolution.cpp).
template <int64_t dims, bool transposed>
std::vector<graph::GradStep> backward_again(const BackwardCall& call) {
  Program program(call);
  const Geometry geometry = geometry_of<dims, transposed>(call.call);
  const bool last = runs_channels_last(geometry);
  make_input_gradient(program, geometry, in_layout(geometry.input, last), last);
  if (program.needs(1)) {
    program.temporary(geometry.input, "gradient, transposed");
    program.temporary(program.grad(), "gradient's gradient, transposed");
  }
  make_weight_gradient(program, in_layout(program.type(1), last));
  return program.finish();
}

template <Literal name, Literal declaration, int64_t dims, bool transposed, Cases (*cases)(), Literal... python>
constexpr Op convolution() {
  return {.schema = kText<name, declaration>,
          .names = names<python...>(),
          .infer = infer<dims, transposed>,
          .saves = saves<dims, transposed>,
          .forward = forward<dims, transposed>,
          .backward = backward<dims, transposed>,
          .samples = samples<name, cases>};
}

template <Literal name, Literal declaration, int64_t dims, bool transposed, Cases (*cases)(), Literal python>
constexpr Op gradient() {
  Op op = convolution<name, declaration, dims, transposed, cases, python>();
  op.backward = backward_again<dims, transposed>;
  return op;
}

constexpr Op kOps[] = {
    convolution<"conv1d",
                "(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, int[1] padding=0, int[1] "
                "dilation=1, int groups=1) -> Tensor",
                1, false, cases_1d, "torch.conv1d", "torch.nn.functional.conv1d">(),
    convolution<"conv2d",
                "(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] padding=0, int[2] "
                "dilation=1, int groups=1) -> Tensor",
                2, false, cases_2d, "torch.conv2d", "torch.nn.functional.conv2d">(),
    convolution<"conv3d",
                "(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, int[3] padding=0, int[3] "
                "dilation=1, int groups=1) -> Tensor",
                3, false, cases_3d, "torch.conv3d", "torch.nn.functional.conv3d">(),
    convolution<"conv1d.padding",
                "(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, str padding=\"valid\", int[1] "
                "dilation=1, int groups=1) -> Tensor",
                1, false, padding_cases_1d, "torch.conv1d", "torch.nn.functional.conv1d">(),
    convolution<"conv2d.padding",
                "(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, str padding=\"valid\", int[2] "
                "dilation=1, int groups=1) -> Tensor",
                2, false, padding_cases_2d, "torch.conv2d", "torch.nn.functional.conv2d">(),
    convolution<"conv3d.padding",
                "(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, str padding=\"valid\", int[3] "
                "dilation=1, int groups=1) -> Tensor",
                3, false, padding_cases_3d, "torch.conv3d", "torch.nn.functional.conv3d">(),
    convolution<"conv_transpose1d",
                "(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, int[1] padding=0, int[1] "
                "output_padding=0, int groups=1, int[1] dilation=1) -> Tensor",
                1, true, transposed_cases_1d, "torch.conv_transpose1d", "torch.nn.functional.conv_transpose1d">(),
    convolution<"conv_transpose2d.input",
                "(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] padding=0, int[2] "
                "output_padding=0, int groups=1, int[2] dilation=1) -> Tensor",
                2, true, transposed_cases_2d, "torch.conv_transpose2d", "torch.nn.functional.conv_transpose2d">(),
    convolution<"conv_transpose3d.input",
                "(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, int[3] padding=0, int[3] "
                "output_padding=0, int groups=1, int[3] dilation=1) -> Tensor",
                3, true, transposed_cases_3d, "torch.conv_transpose3d", "torch.nn.functional.conv_transpose3d">(),
    gradient<"conv1d.gradient",
             "(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, int[1] padding=0, int[1] dilation=1, "
             "int groups=1) -> Tensor",
             1, false, gradients_1d, "torch._C._gradient_conv1d">(),
    gradient<"conv_transpose1d.gradient",
             "(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, int[1] padding=0, int[1] "
             "output_padding=0, int groups=1, int[1] dilation=1) -> Tensor",
             1, true, gradients_1d, "torch._C._gradient_conv_transpose1d">(),
    gradient<"conv2d.gradient",
             "(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] padding=0, int[2] dilation=1, "
             "int groups=1) -> Tensor",
             2, false, gradients_2d, "torch._C._gradient_conv2d">(),
    gradient<"conv_transpose2d.gradient",
             "(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] padding=0, int[2] "
             "output_padding=0, int groups=1, int[2] dilation=1) -> Tensor",
             2, true, gradients_2d, "torch._C._gradient_conv_transpose2d">(),
    gradient<"conv3d.gradient",
             "(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, int[3] padding=0, int[3] dilation=1, "
             "int groups=1) -> Tensor",
             3, false, gradients_3d, "torch._C._gradient_conv3d">(),
    gradient<"conv_transpose3d.gradient",
             "(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, int[3] padding=0, int[3] "
             "output_padding=0, int groups=1, int[3] dilation=1) -> Tensor",
             3, true, gradients_3d, "torch._C._gradient_conv_transpose3d">(),
};

}  // namespace convolution_op
}  // namespace

std::span<const Op> convolution_ops() { return convolution_op::kOps; }

}  // namespace vramlint::ops
