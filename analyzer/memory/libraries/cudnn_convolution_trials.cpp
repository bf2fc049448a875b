// The largest of what cudnn.benchmark tries, read from 1,680 convolutions that an H100 tried (torch 2.11.0+cu130, cuDNN
// 9.19): 1,370 layers of the networks of torchvision and timm with their gradients, 310 calls by themselves forward
// (tests/measured/h100/convolutions_with_benchmark.jsonl, probes/record_convolutions.py --benchmark).
//
//   whatever is chosen without trials   is tried as well
//   float32, strides of 1               Fourier transforms, to 64 bytes where they are tried
//
// cuDNN tries ten of its algorithms at most (cudnn.benchmark_limit), and which ten is not documented: recorded calls
// that are nearest say it. How well half of the recorded geometries tell the other half: probes/fit_cudnn_trials.py
// --check.
#include "memory/libraries/convolution_models.h"
#include "memory/libraries/nearest_convolutions.h"

namespace vramlint::memory {

namespace {

#include "memory/libraries/tables/cudnn9_hopper_trials.inc"

constexpr size_t kTrialBounding = 20;
constexpr RecordedCalls kTried = {.kinds = kTrialKinds,
                                  .rows = kTrialRecorded,
                                  .forward = {kTrialForwardLaws, kTrialForwardSets},
                                  .by_input = {kTrialByInputLaws, kTrialByInputSets},
                                  .by_weight = {kTrialByWeightLaws, kTrialByWeightSets},
                                  .bounding = kTrialBounding};

}  // namespace

Interval hopper_trial(const ConvolutionCall& call, ConvolutionPass pass) {
  return workspace_by_neighbours(call, pass, kTried, hopper_workspace(call, pass));
}

}  // namespace vramlint::memory
