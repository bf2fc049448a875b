// By family of algorithm, what each works on beside its operands:
//
//   implicit GEMM                       nothing
//   implicit GEMM with indices          a table of 4 bytes an output position
//   Winograd, not fused, 3x3 and 5x5    the filter as tiles (64/9 of a 3x3 one), and tiles of input and output (36/16)
//   tensor cores on NCHW, half types    copies of input, filter and output in NHWC
//   gradient of the filter, split sums  several filters in fp32
//   FFT, wider filters                  complex copies of input and output, and of the filter at tiles of 32x32
//
// The lower bound is nothing: the first family always works. The upper bound is copies of everything, and for filters
// wider than one element seven more filters, for tiles or split sums. Winograd's tiles and FFT can exceed it where
// activations are large; the published peaks do not show them. A workspace that finds no room makes cuDNN's caller take
// the next algorithm (try_all of Conv_v7.cpp [1.13.1], run_fallback_plan and before it of Conv_v8.cpp [2.4]), so that
// none of this makes a step fail. The point is twice the filter for filters wider than one element: the published peaks
// of U-Net and FCN models (cuDNN 7.6, V100) are met without any workspace where activations dominate, and lack 100 MiB
// where filters of 36 MiB do. For half types on tensor cores, which want NHWC, it is the copies. Not measured on a GPU.
//
// With v7 and benchmark off, batches are split so that a call has at most 2^28 elements forward and 2^27 backward
// (Conv_v7.cpp [1.13.1], split_batch_dim_to_32bit_out). Deterministic v7 takes fixed algorithms: indices forward, and
// ALGO_1 backward, whose workspace is of the filter's order. Depthwise convolutions of fp32 have kernels of PyTorch's.
#include "memory/convolution_workspace.h"

#include <algorithm>

#include "memory/operator_name.h"

namespace vramlint::memory {

namespace {

constexpr int64_t kForwardLimit = int64_t{1} << 28, kBackwardLimit = int64_t{1} << 27;
constexpr int kTensorCores = 70;
constexpr int64_t kTiles = 7;  // 64 numbers for 9 of a filter
constexpr size_t kGroups = 6;  // the schema position of `groups`, transposed or not

struct Sizes {
  Interval input, filter, output;
  int64_t kernel = 1;     ///< elements of the filter a channel
  int64_t positions = 0;  ///< of the output
  int64_t elements = 0;   ///< of the larger of input and output
  bool half = false, depthwise = false, grouped = false;
};

bool is_convolution(const graph::Node& node) {
  if (node.call.args.size() <= kGroups) return false;
  const std::string_view name = operator_name(*node.call.op);
  return name.starts_with("conv1d") || name.starts_with("conv2d") || name.starts_with("conv3d") ||
         name.starts_with("conv_transpose");
}

Sizes sizes_of(const graph::Node& node) {
  const graph::TensorType& input = node.call.operand(0).type;
  const graph::TensorType& filter = node.call.operand(1).type;
  const graph::TensorType& output = node.outputs.at(0).type;
  const bool transposed = operator_name(*node.call.op).starts_with("conv_transpose");
  Sizes sizes{.input = input.bytes(), .filter = filter.bytes(), .output = output.bytes()};
  for (int dim = 2; dim < filter.rank(); ++dim) sizes.kernel *= filter.size(dim);
  const int64_t channels = std::max<int64_t>(output.size(output.rank() == filter.rank() ? 1 : 0), 1);
  sizes.positions = output.numel() / channels;
  sizes.elements = std::max(input.numel(), output.numel());
  const int64_t groups = node.call.integer(kGroups);
  sizes.grouped = groups != 1;
  sizes.half = input.dtype == graph::Dtype::float16 || input.dtype == graph::Dtype::bfloat16;
  sizes.depthwise = !transposed && sizes.grouped && filter.rank() > 1 && filter.size(1) == 1 && !sizes.half;
  return sizes;
}

Bytes scaled(Bytes bytes, int64_t numerator, int64_t denominator) {
  return Bytes(saturating_product(bytes.count, numerator) / std::max<int64_t>(denominator, 1));
}

Bytes copies(const Sizes& sizes) { return sizes.input.high + sizes.filter.high + sizes.output.high; }

/// Batches that are split keep their copies to a part.
Bytes split(Bytes bytes, const Sizes& sizes, ConvolutionPass pass, const ConvolutionSettings& settings) {
  const int64_t limit = pass == ConvolutionPass::forward ? kForwardLimit : kBackwardLimit;
  if (settings.v8 || sizes.elements <= limit) return bytes;
  return scaled(bytes, limit, sizes.elements);
}

Bytes largest(const Sizes& sizes, ConvolutionPass pass, const ConvolutionSettings& settings) {
  const bool wide = sizes.kernel > 1 && !sizes.grouped;
  const Bytes all = copies(sizes) + (wide ? scaled(sizes.filter.high, kTiles, 1) : Bytes(0));
  return split(std::max(all, Bytes(sizes.positions * 4)), sizes, pass, settings);
}

Bytes likely(const Sizes& sizes, ConvolutionPass pass, const ConvolutionSettings& settings) {
  const bool fixed = settings.deterministic && !settings.v8;
  const bool tensor_cores = sizes.half && settings.compute_capability >= kTensorCores;
  if (tensor_cores && !fixed) {
    const Bytes all = sizes.input.point + sizes.filter.point + sizes.output.point;
    return split(all, sizes, pass, settings);
  }
  if (fixed && pass == ConvolutionPass::forward) return Bytes(0);
  return sizes.kernel > 1 && !sizes.grouped ? scaled(sizes.filter.point, 2, 1) : Bytes(0);
}

}  // namespace

ConvolutionSettings convolution_settings(const config::RuntimeFacts& runtime, const graph::TorchProfile& torch,
                                         const Device* device) {
  return {.v8 = runtime.cudnn_v8.value_or(torch.at_least(2, 0)),
          .deterministic = runtime.deterministic.value_or(false),
          .benchmark = runtime.cudnn_benchmark.value_or(false),
          .compute_capability = device ? 10 * device->compute_major + device->compute_minor : 0};
}

std::optional<Interval> convolution_workspace(const graph::Node& node, ConvolutionPass pass,
                                              const ConvolutionSettings& settings) {
  if (!is_convolution(node)) return std::nullopt;
  const Sizes sizes = sizes_of(node);
  if (sizes.depthwise) return Interval{};
  const Bytes high = largest(sizes, pass, settings);
  return Interval{Bytes(0), std::min(likely(sizes, pass, settings), high), high};
}

}  // namespace vramlint::memory
