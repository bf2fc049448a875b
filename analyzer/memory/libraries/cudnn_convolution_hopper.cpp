// Read from convolutions that an H100 ran (torch 2.11.0+cu130, cuDNN 9.19), each with its gradients: calls of all kinds
// by themselves, calls within training programs, and layers of the networks of torchvision and timm and of networks for
// small pictures, in batches, types and layouts drawn by chance (tests/measured/h100/convolutions*,
// probes/record_convolutions.py):
//
//   contiguous tensors, wider filters   copies of input, filter and output in channels-last, channels padded to a
//                                       multiple of 4 or 8; kernels of tensor cores want it (TF32 counts)
//   channels_last                       mostly nothing: they are as the kernels want them
//   1x1 filters of stride 1             nothing forward: a product of matrices
//   gradient of the filter              partial sums in float32: a filter an image (1x1), as many as fill the
//                                       multiprocessors with tiles of the result
//   one channel a group                 nothing: PyTorch's own kernels; in channels-last sums of an eighth of an image
//
// Which law is taken follows cuDNN's heuristics, which nobody has written down. It is read off the recorded calls that
// are nearest, and so are the laws that bound it. How well half of the recorded geometries tell the other half:
// probes/fit_cudnn_convolutions.py --check.
#include "memory/libraries/convolution_models.h"
#include "memory/libraries/nearest_convolutions.h"

namespace vramlint::memory {

namespace {

#include "memory/libraries/tables/cudnn9_hopper.inc"

constexpr size_t kBounding = 16;
constexpr RecordedCalls kChosen = {.kinds = kKinds,
                                   .rows = kRecorded,
                                   .forward = {kForwardLaws, kForwardSets},
                                   .by_input = {kByInputLaws, kByInputSets},
                                   .by_weight = {kByWeightLaws, kByWeightSets},
                                   .bounding = kBounding};

}  // namespace

Interval hopper_workspace(const ConvolutionCall& call, ConvolutionPass pass) {
  return workspace_by_neighbours(call, pass, kChosen, Interval{Bytes(0), Bytes(0), Bytes(0)});
}

}  // namespace vramlint::memory
