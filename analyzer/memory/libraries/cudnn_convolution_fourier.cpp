// The largest of what cudnn.benchmark tries. Read from the trials of a ResNet-50 FCN in float32 (torch 2.11.0+cu130,
// cuDNN 9.19, H100; [4, C, 64, 64] and [4, C, 128, 128]): twice the spectra of input and filter, and the filter once
// more, to about 1 MiB in those forward trials that were worked through by hand. A spectrum is complex, half of a
// square whose side is a power of two from 16 to 128 that holds input and filter. For a filter's gradient the spectra
// are the filter's, and the output is copied. Peaks of DenseNet-121 and ResNet-50 on images of 14x14 agree, the latter
// with strides of 2 in the filter's gradient. Some convolutions are not tried so, which ones is not known: hence the
// lower bound of what is chosen in the end.
#include <algorithm>
#include <bit>

#include "memory/libraries/convolution_models.h"

namespace vramlint::memory {

namespace {

constexpr int64_t kSmallest = 16, kLargest = 128, kLargestStrided = 32;  // sides of the square
constexpr int64_t kComplex = 8;

int64_t side_of(const ConvolutionCall& call) {
  int64_t side = kSmallest;
  for (size_t dim = 2; dim < call.input.size(); ++dim) side = std::max(side, call.input[dim] + call.filter[dim] - 1);
  return std::min<int64_t>(static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(side))), kLargest);
}

bool all_ones(const std::vector<int64_t>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](int64_t number) { return number == 1; });
}

bool applies(const ConvolutionCall& call, ConvolutionPass pass, int64_t side) {
  const bool plain = !call.transposed && call.groups == 1 && call.dims() == 2 && all_ones(call.dilation);
  if (!plain || call.dtype != graph::Dtype::float32 || pass == ConvolutionPass::by_input) return false;
  return all_ones(call.stride) || (pass == ConvolutionPass::by_weight && side <= kLargestStrided);
}

}  // namespace

Bytes fourier_workspace(const ConvolutionCall& call, ConvolutionPass pass) {
  const int64_t side = side_of(call);
  if (!applies(call, pass, side)) return Bytes(0);
  const int64_t spectrum = side * (side / 2 + 1) * kComplex;
  const int64_t filters = saturating_product(call.filter[0], call.filter[1]);
  const int64_t images = saturating_product(call.input[0], call.input[1]);
  const bool forward = pass == ConvolutionPass::forward;
  const int64_t spectra = saturating_product(saturating_sum(filters, forward ? images : 0), 2 * spectrum);
  const int64_t copied = product(forward ? call.filter : call.output);
  return Bytes(saturating_sum(spectra, saturating_product(copied, graph::size_of(call.dtype))));
}

}  // namespace vramlint::memory
