// Convolutions by Fourier transforms. Read from what an H100 tried in float32 (torch 2.11.0+cu130, cuDNN 9.19): of
// calls of stride 1 without dilation 162 of 385 forward, 218 of 279 for a filter's gradient and 36 of 279 for an
// input's take this to 64 bytes (tests/measured/h100/convolutions_with_benchmark.jsonl, and calls by themselves),
// strided ones for an input's to a padding of the images.
#include <algorithm>
#include <bit>

#include "memory/libraries/convolution_laws.h"

namespace vramlint::memory {

namespace {

constexpr int64_t kSmallestSide = 16, kLargestSide = 256, kTileSide = 32;  // of the squares that are transformed
constexpr int64_t kComplexSize = 8;

/// The power of two that holds image and filter, as far as cuDNN goes.
int64_t side_of(const ConvolutionCall& call) {
  int64_t side = kSmallestSide;
  for (size_t dim = 2; dim < call.input.size(); ++dim) side = std::max(side, call.input[dim] + call.filter[dim] - 1);
  return side >= kLargestSide ? kLargestSide : static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(side)));
}

/// Bytes: complex numbers, half of a square, since what it is made of is real.
int64_t spectrum(int64_t side) { return side * (side / 2 + 1) * kComplexSize; }

int64_t pairs(const std::vector<int64_t>& shape) { return saturating_product(shape[0], shape[1]); }

int64_t sum(std::initializer_list<int64_t> numbers) {
  int64_t result = 0;
  for (const int64_t number : numbers) result = saturating_sum(result, number);
  return result;
}

/// Elements: channels-last, and the channels of a group, are laid out anew, filters of one place lie alike.
int64_t laid_out_anew(const ConvolutionCall& call) {
  if (!call.channels_last && call.groups == 1) return 0;
  const bool filter_too = call.kernel() > 1 && call.groups == 1;
  return sum({product(call.input), product(call.output), filter_too ? product(call.filter) : 0});
}

/// One spectrum of each, in tiles, two at a time where one does not hold an image. With strides each phase has its own.
int64_t by_input(const ConvolutionCall& call) {
  const int64_t tiles = *std::max_element(call.input.begin() + 2, call.input.end()) <= kTileSide ? 1 : 2;
  const int64_t phases = product(call.stride);
  const int64_t phased = saturating_sum(pairs(call.filter), saturating_product(tiles, pairs(call.input)));
  return saturating_product(
      saturating_sum(saturating_product(phases, phased), saturating_product(tiles, pairs(call.output))),
      spectrum(kTileSide));
}

/// Not seen with others.
bool transforms(const ConvolutionCall& call, ConvolutionPass pass) {
  const bool dilated = std::any_of(call.dilation.begin(), call.dilation.end(), [](int64_t by) { return by > 1; });
  if (call.dtype != graph::Dtype::float32 || call.dims() > 2 || call.transposed || dilated) return false;
  return product(call.stride) == 1 || pass == ConvolutionPass::by_input;
}

}  // namespace

int64_t fourier_workspace(const ConvolutionCall& call, ConvolutionPass pass) {
  if (!transforms(call, pass)) return 0;
  const int64_t images = pairs(call.input), filters = pairs(call.filter), results = pairs(call.output);
  const auto with = [&](int64_t transformed, int64_t elements) {
    return saturating_sum(transformed, saturating_product(elements, graph::size_of(call.dtype)));
  };
  const auto two_of = [&](int64_t count) {
    return saturating_product(saturating_product(2, count), spectrum(side_of(call)));
  };
  const int64_t anew = laid_out_anew(call);
  switch (pass) {
    case ConvolutionPass::forward:
      return with(two_of(saturating_sum(images, filters)), saturating_sum(anew, product(call.filter)));
    case ConvolutionPass::by_weight:
      return with(two_of(std::max(filters, saturating_sum(images, results))),
                  saturating_sum(anew, product(call.output)));
    case ConvolutionPass::by_input:
      break;
  }
  const bool strided = product(call.stride) > 1;
  return with(by_input(call), strided ? sum({product(call.input), product(call.output), product(call.filter)}) : anew);
}

}  // namespace vramlint::memory
