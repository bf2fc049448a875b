// By family of algorithm, what each works on beside its operands:
//
//   implicit GEMM                       nothing
//   implicit GEMM with indices          a table of 4 bytes an output position
//   Winograd, not fused, 3x3            36 numbers for each filter, and for each 4x4 tile of input and output
//   tensor cores on NCHW, half types    copies of input, filter and output in NHWC
//   gradient of the filter, split sums  several filters in fp32
//   FFT, wider filters                  complex copies of input and output, and of the filter at tiles of 32x32
//
// The lower bound is nothing: the first family always works. The upper bound is copies of everything, and for filters
// wider than one element seven more filters, for tiles or split sums, or Winograd's tiles. A workspace that finds no
// room makes cuDNN's caller take the next algorithm (try_all of Conv_v7.cpp [1.13.1], run_fallback_plan and before it
// of Conv_v8.cpp [2.4]), so that none of this makes a step fail.
//
// The point: before Ampere, 3x3 filters of fp32 with stride and dilation 1 and at least 256 channels on both sides take
// Winograd's tiles; other filters wider than one element take twice the filter; half types on tensor cores, which want
// NHWC, the copies. The 256 is fitted on the published peaks of FCN and U-Net models (cuDNN 7.6, V100), which lack just
// these tiles otherwise: tests/published holds ours beside them. Not measured on a GPU.
//
// With v7 and benchmark off, batches are split so that a call has at most 2^28 elements forward and 2^27 backward
// (Conv_v7.cpp [1.13.1], split_batch_dim_to_32bit_out). Deterministic v7 takes fixed algorithms: indices forward, and
// ALGO_1 backward, whose workspace is of the filter's order. Depthwise convolutions of fp32 have kernels of PyTorch's.
#include <algorithm>

#include "graph/operator_name.h"
#include "memory/libraries/convolution_models.h"

namespace vramlint::memory {

namespace {

constexpr int64_t kForwardLimit = int64_t{1} << 28, kBackwardLimit = int64_t{1} << 27;
constexpr int kTensorCores = 70;
constexpr int kAmpereMajor = 80;                                      // from here on fp32 may go through tensor cores
constexpr int64_t kSplitSums = 7;                                     // filters
constexpr int64_t kTile = 4, kTransformed = 36, kWinogradFrom = 256;  // F(4x4, 3x3): 6x6 numbers a tile
constexpr size_t kStrideAt = 3, kDilationAt = 5;                      // schema positions of conv2d
constexpr size_t kGroupsAt = 6;  // the schema position of `groups`, transposed or not

struct Settings {
  bool v8 = true;  ///< cuDNN's v8 API: by default from torch 2.0 on, ConvUtils.h
  bool deterministic = false;
  int compute_capability = 0;
};

Settings settings_of(const Platform& platform) {
  return {.v8 = platform.runtime.cudnn_v8.value_or(platform.torch.at_least(2, 0)),
          .deterministic = platform.runtime.deterministic.value_or(false),
          .compute_capability = platform.compute_capability()};
}

struct Sizes {
  Interval input, filter, output;
  int64_t kernel = 1;     ///< elements of the filter a channel
  int64_t positions = 0;  ///< of the output
  int64_t elements = 0;   ///< of the larger of input and output
  Bytes winograd;         ///< transformed filter, input and output; 0 where the algorithm does not apply
  bool winograd_likely = false;
  bool half = false, depthwise = false, grouped = false;
};

bool are_ones(const std::vector<int64_t>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](int64_t number) { return number == 1; });
}

/// Winograd's tiles of a plain 3x3 convolution of images.
void add_winograd(const graph::Node& node, Sizes& sizes) {
  const graph::TensorType& filter = node.call.operand(1).type;
  const graph::TensorType& output = node.outputs.at(0).type;
  const bool image = operator_name(*node.call.op).starts_with("conv2d") && output.rank() == 4;
  if (!image || sizes.grouped || filter.size(2) != 3 || filter.size(3) != 3) return;
  if (!are_ones(node.call.ints(kStrideAt)) || !are_ones(node.call.ints(kDilationAt))) return;
  const int64_t inner = filter.size(1), outer = filter.size(0);
  const auto tiles = [](int64_t extent) { return (extent + kTile - 1) / kTile; };
  const int64_t places = output.size(0) * tiles(output.size(2)) * tiles(output.size(3));
  const int64_t numbers = saturating_product(inner, outer) + saturating_product(inner + outer, places);
  sizes.winograd = Bytes(saturating_product(numbers, kTransformed * graph::size_of(filter.dtype)));
  sizes.winograd_likely = !sizes.half && std::min(inner, outer) >= kWinogradFrom;
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
  const int64_t groups = node.call.integer(kGroupsAt);
  sizes.grouped = groups != 1;
  sizes.half = input.dtype == graph::Dtype::float16 || input.dtype == graph::Dtype::bfloat16;
  add_winograd(node, sizes);
  sizes.depthwise = !transposed && sizes.grouped && filter.rank() > 1 && filter.size(1) == 1 && !sizes.half;
  return sizes;
}

Bytes scaled(Bytes bytes, int64_t numerator, int64_t denominator) {
  return Bytes(saturating_product(bytes.count, numerator) / std::max<int64_t>(denominator, 1));
}

Bytes copies(const Sizes& sizes) { return sizes.input.high + sizes.filter.high + sizes.output.high; }

/// Batches that are split keep their copies to a part.
Bytes split(Bytes bytes, const Sizes& sizes, ConvolutionPass pass, const Settings& settings) {
  const int64_t limit = pass == ConvolutionPass::forward ? kForwardLimit : kBackwardLimit;
  if (settings.v8 || sizes.elements <= limit) return bytes;
  return scaled(bytes, limit, sizes.elements);
}

Bytes largest(const Sizes& sizes, ConvolutionPass pass, const Settings& settings) {
  const bool wide = sizes.kernel > 1 && !sizes.grouped;
  Bytes all = copies(sizes) + (wide ? scaled(sizes.filter.high, kSplitSums, 1) : Bytes(0));
  if (sizes.winograd_likely) all = std::max(all, sizes.winograd);
  return split(std::max(all, Bytes(sizes.positions) * 4), sizes, pass, settings);
}

Bytes likely(const Sizes& sizes, ConvolutionPass pass, const Settings& settings) {
  const bool fixed = settings.deterministic && !settings.v8;
  const bool tensor_cores = sizes.half && settings.compute_capability >= kTensorCores;
  if (tensor_cores && !fixed) {
    const Bytes all = sizes.input.point + sizes.filter.point + sizes.output.point;
    return split(all, sizes, pass, settings);
  }
  if (fixed && pass == ConvolutionPass::forward) return Bytes(0);
  if (sizes.winograd_likely && !fixed && settings.compute_capability < kAmpereMajor)
    return split(sizes.winograd, sizes, pass, settings);
  return sizes.kernel > 1 && !sizes.grouped ? scaled(sizes.filter.point, 2, 1) : Bytes(0);
}

}  // namespace

Interval volta_workspace(const graph::Node& node, ConvolutionPass pass, const Platform& platform) {
  const Sizes sizes = sizes_of(node);
  if (sizes.depthwise) return Interval{};
  const Settings settings = settings_of(platform);
  const Bytes high = largest(sizes, pass, settings);
  return Interval{Bytes(0), std::min(likely(sizes, pass, settings), high), high};
}

}  // namespace vramlint::memory
