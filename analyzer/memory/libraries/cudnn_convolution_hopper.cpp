// Read from 28,991 convolutions that an H100 ran (torch 2.11.0+cu130, cuDNN 9.19), each with its gradients: 2,677 of
// all kinds, 348 within training programs, and 25,966 layers of the networks of torchvision and timm in batches, types
// and layouts drawn by chance (tests/measured/h100/convolutions*, probes/record_convolutions.py):
//
//   contiguous tensors, wider filters   copies of input, filter and output in channels-last, channels padded to a
//                                       multiple of 4 or 8; kernels of tensor cores want it (TF32 counts)
//   channels_last                       mostly nothing: they are as the kernels want them
//   1x1 filters of stride 1             nothing forward: a product of matrices
//   gradient of the filter              partial sums in float32: a filter an image (1x1), as many as fill the
//                                       multiprocessors with tiles of the result
//   one channel a group                 nothing: PyTorch's own kernels; in channels-last sums of an eighth of an image
//
// Which law is taken follows cuDNN's heuristics, which nobody has written down. A tree learnt from the recordings
// chooses it, and the laws that bound it. Made of one half of the geometries it tells the other half to 2 % of
// input + filter + output in 86, 88 and 69 % of rows (forward, by input, by weight), and its bounds hold 97, 98 and
// 91 %: probes/fit_cudnn_convolutions.py --check.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "memory/libraries/convolution_models.h"

namespace vramlint::memory {

namespace {

constexpr int64_t kMultiprocessors = 132, kSumSize = 4;
constexpr int64_t kMostChannelSums = 256;
constexpr int64_t kBuffer = 9'636'319;  // whatever the sizes, beside copies of channels padded to 4 in each group
constexpr int64_t kAlignments = 64;     // channels are asked for powers of two up to this

enum class Quantity : uint8_t {
  half,
  tf32,
  channels_last,
  dims,
  transposed,
  kernel,
  stride,
  dilation,
  groups,
  depthwise,
  batch,
  input_channels,
  output_channels,
  input_places,
  output_places,
  all_places,
  filter,
  input_alignment,
  output_alignment,
  output_by_input,
  filter_by_input,
  filter_by_output,
  sums_by_images,
};

/// To the branch `below` where the quantity is not above the limit. Negative: the leaf -branch - 1.
struct Split {
  Quantity quantity;
  double limit;
  int below, above;
};

enum class Sums : uint8_t { none, filters, images, channels, buffer, tiles64, tiles128, tiles256 };
enum Copies : uint8_t { kInput = 1, kFilter = 2, kOutput = 4 };

struct Law {
  uint8_t copies;  ///< set of Copies
  int alignment;   ///< of their channels
  Sums sums;
  int count;
};

struct Leaf {
  Law likely, low, high;
};

#include "memory/libraries/tables/cudnn9_hopper.inc"

double ratio(int64_t lhs, int64_t rhs) { return static_cast<double>(lhs) / static_cast<double>(rhs); }

int64_t ceiling(int64_t lhs, int64_t rhs) { return (lhs + rhs - 1) / rhs; }

int64_t filter_sums(const ConvolutionCall& call) { return saturating_product(product(call.filter), kSumSize); }

double shares(const ConvolutionCall& call, Quantity quantity) {
  const int64_t input = product(call.input), filter = product(call.filter), output = product(call.output);
  switch (quantity) {
    case Quantity::output_by_input:
      return ratio(output, input);
    case Quantity::filter_by_input:
      return ratio(filter, input);
    case Quantity::filter_by_output:
      return ratio(filter, output);
    default:
      return ratio(call.input[0], 1) * ratio(filter_sums(call), graph::size_of(call.dtype)) /
             (ratio(input, 1) + ratio(output, 1));
  }
}

int64_t largest(const std::vector<int64_t>& numbers) { return *std::max_element(numbers.begin(), numbers.end()); }

double measure(const ConvolutionCall& call, Quantity quantity) {
  const auto number = [](int64_t value) { return static_cast<double>(value); };
  switch (quantity) {
    case Quantity::half:
      return call.half();
    case Quantity::tf32:
      return 1;
    case Quantity::channels_last:
      return call.channels_last;
    case Quantity::dims:
      return number(call.dims());
    case Quantity::transposed:
      return call.transposed;
    case Quantity::kernel:
      return number(call.kernel());
    case Quantity::stride:
      return number(product(call.stride));
    case Quantity::dilation:
      return call.dilation.empty() ? 1 : number(largest(call.dilation));
    case Quantity::groups:
      return number(call.groups);
    case Quantity::depthwise:
      return call.groups > 1 && call.groups == call.input[1];
    case Quantity::batch:
      return number(call.input[0]);
    case Quantity::input_channels:
      return number(call.input[1]);
    case Quantity::output_channels:
      return number(call.output[1]);
    case Quantity::input_places:
      return number(call.input_places());
    case Quantity::output_places:
      return number(call.output_places());
    case Quantity::all_places:
      return number(call.input[0]) * number(call.output_places());
    case Quantity::filter:
      return number(product(call.filter));
    case Quantity::input_alignment:
      return number(std::gcd(call.input[1], kAlignments));
    case Quantity::output_alignment:
      return number(std::gcd(call.output[1], kAlignments));
    default:
      return shares(call, quantity);
  }
}

const Leaf& leaf_of(const ConvolutionCall& call, std::span<const Split> splits, std::span<const Leaf> leaves) {
  int at = splits.empty() ? -1 : 0;
  while (at >= 0) {
    const Split& split = splits[static_cast<size_t>(at)];
    at = measure(call, split.quantity) <= split.limit ? split.below : split.above;
  }
  return leaves[static_cast<size_t>(-at - 1)];
}

/// Elements with the channels of dimension `dim` padded within each group.
int64_t padded(std::vector<int64_t> shape, size_t dim, int64_t groups, int alignment) {
  shape[dim] = saturating_product(groups, ceiling(shape[dim] / groups, alignment) * alignment);
  return product(shape);
}

/// Of a filter the first dimension is over all groups, the second within one.
int64_t padded_filter(const ConvolutionCall& call, int alignment) {
  std::vector<int64_t> shape = call.filter;
  shape[1] = ceiling(shape[1], alignment) * alignment;
  return padded(std::move(shape), 0, call.groups, alignment);
}

int64_t copied(const ConvolutionCall& call, const Law& law) {
  int64_t elements = 0;
  if (law.copies & kInput) elements = saturating_sum(elements, padded(call.input, 1, call.groups, law.alignment));
  if (law.copies & kOutput) elements = saturating_sum(elements, padded(call.output, 1, call.groups, law.alignment));
  if (law.copies & kFilter) elements = saturating_sum(elements, padded_filter(call, law.alignment));
  return saturating_product(elements, graph::size_of(call.dtype));
}

/// As many partial sums as keep every multiprocessor busy with a tile of them.
int64_t waves(const ConvolutionCall& call, int64_t tile, int count) {
  const int64_t inner = saturating_product(call.input[1], call.kernel()) / call.groups;
  const int64_t tiles = saturating_product(ceiling(call.output[1], tile), ceiling(inner, tile));
  return std::max<int64_t>(1, kMultiprocessors * count / tiles);
}

/// One channel a group: partial sums over an eighth of an image each, of 32 channels at a time.
int64_t channel_sums(const ConvolutionCall& call, int parts) {
  const int64_t sums = std::min<int64_t>(saturating_product(parts, call.input[0]), kMostChannelSums);
  return saturating_product(sums, saturating_product(ceiling(call.filter[0], 32) * 32, call.kernel() * kSumSize));
}

int64_t sums(const ConvolutionCall& call, const Law& law) {
  const auto of = [&](int64_t count) { return saturating_product(count, filter_sums(call)); };
  switch (law.sums) {
    case Sums::none:
      return 0;
    case Sums::filters:
      return of(law.count);
    case Sums::images:
      return of(call.input[0]);
    case Sums::channels:
      return channel_sums(call, law.count);
    case Sums::buffer:
      return kBuffer;
    case Sums::tiles64:
      return of(waves(call, 64, law.count));
    case Sums::tiles128:
      return of(waves(call, 128, law.count));
    case Sums::tiles256:
      return of(waves(call, 256, law.count));
  }
  return 0;
}

const Leaf& leaf_of(const ConvolutionCall& call, ConvolutionPass pass) {
  switch (pass) {
    case ConvolutionPass::by_input:
      return leaf_of(call, kByInputSplits, kByInputLeaves);
    case ConvolutionPass::by_weight:
      return leaf_of(call, kByWeightSplits, kByWeightLeaves);
    case ConvolutionPass::forward:
      break;
  }
  return leaf_of(call, kForwardSplits, kForwardLeaves);
}

/// In TF32 an output of one channel is not copied: in channels-last it lies as it does. No recorded call is to a single
/// channel; five programs say it to the byte (tests/measured/h100/convolutions_of_marks.jsonl). For the filter's
/// gradient it is padded to four; what EDSR and swinIR took beyond that there, a quarter of it and about 2 MiB, is not
/// known.
constexpr Law kToOneChannel{kInput | kFilter, 1, Sums::none, 0};
constexpr Law kOfOneChannel{kInput | kFilter | kOutput, 4, Sums::none, 0};

bool has_one_channel(const ConvolutionCall& call) {
  return call.output[1] == 1 && call.groups == 1 && !call.transposed && !call.channels_last && !call.half() &&
         call.kernel() > 1;
}

const Law& likely_law(const ConvolutionCall& call, ConvolutionPass pass, const Leaf& leaf) {
  if (!has_one_channel(call) || pass == ConvolutionPass::by_input) return leaf.likely;
  return pass == ConvolutionPass::forward ? kToOneChannel : kOfOneChannel;
}

}  // namespace

Interval hopper_workspace(const ConvolutionCall& call, ConvolutionPass pass) {
  const Leaf& leaf = leaf_of(call, pass);
  const auto bytes = [&](const Law& law) { return Bytes(saturating_sum(copied(call, law), sums(call, law))); };
  const Bytes likely = bytes(likely_law(call, pass, leaf));
  return {std::min(bytes(leaf.low), likely), likely, std::max(bytes(leaf.high), likely)};
}

}  // namespace vramlint::memory
