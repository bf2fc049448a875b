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
// input + filter + output in 86, 88 and 69 % of rows (forward, by input, by weight), and its bounds hold 98, 98 and
// 94 %: probes/fit_cudnn_convolutions.py --check.
#include <algorithm>

#include "memory/libraries/convolution_laws.h"
#include "memory/libraries/convolution_models.h"

namespace vramlint::memory {

namespace {

#include "memory/libraries/tables/cudnn9_hopper.inc"

constexpr Trees kChosen = {.forward = {kForwardSplits, kForwardLeaves},
                           .by_input = {kByInputSplits, kByInputLeaves},
                           .by_weight = {kByWeightSplits, kByWeightLeaves}};

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
  const Leaf& leaf = leaf_of(call, pass, kChosen);
  const auto bytes = [&](const Law& law) { return Bytes(workspace(call, pass, law)); };
  const Bytes likely = bytes(likely_law(call, pass, leaf));
  return {std::min(bytes(leaf.low), likely), likely, std::max(bytes(leaf.high), likely)};
}

}  // namespace vramlint::memory
