#include "memory/libraries/convolution_laws.h"

#include <algorithm>

namespace vramlint::memory {

namespace {

constexpr int64_t kMultiprocessors = 132, kSumSize = 4;
constexpr int64_t kMostChannelSums = 256;
constexpr int64_t kBuffer = 9'636'319;  // whatever the sizes, beside copies of channels padded to 4 in each group

int64_t ceiling(int64_t lhs, int64_t rhs) { return (lhs + rhs - 1) / rhs; }

int64_t filter_sums(const ConvolutionCall& call) { return saturating_product(product(call.filter), kSumSize); }

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
    case Sums::fourier:
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
    case Sums::operands:
      return saturating_product(law.count, call.bytes());
  }
  return 0;
}

}  // namespace

int64_t workspace(const ConvolutionCall& call, ConvolutionPass pass, const Law& law) {
  if (law.sums == Sums::fourier) return fourier_workspace(call, pass);
  return saturating_sum(copied(call, law), sums(call, law));
}

}  // namespace vramlint::memory
