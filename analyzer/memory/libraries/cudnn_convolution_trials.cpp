// The largest of what cudnn.benchmark tries, read from 1,243 convolutions that an H100 tried (torch 2.11.0+cu130, cuDNN
// 9.19): 933 layers of the networks of torchvision and timm with their gradients, 310 calls by themselves forward
// (tests/measured/h100/convolutions_with_benchmark.jsonl, probes/record_convolutions.py --benchmark).
//
//   whatever is chosen without trials   is tried as well
//   float32, strides of 1               Fourier transforms, to 64 bytes where they are tried
//
// cuDNN tries ten of its algorithms at most (cudnn.benchmark_limit), and which ten is not documented. A tree learnt
// from the recordings says it. Made of half of the geometries it tells the other half to 2 % of input + filter + output
// in 60, 65 and 47 % of rows (forward, by input, by weight), and its bounds hold 93, 92 and 92 %:
// probes/fit_cudnn_trials.py --check.
#include <algorithm>

#include "memory/libraries/convolution_laws.h"
#include "memory/libraries/convolution_models.h"

namespace vramlint::memory {

namespace {

#include "memory/libraries/tables/cudnn9_hopper_trials.inc"

constexpr Trees kTried = {.forward = {kTrialForwardSplits, kTrialForwardLeaves},
                          .by_input = {kTrialByInputSplits, kTrialByInputLeaves},
                          .by_weight = {kTrialByWeightSplits, kTrialByWeightLeaves}};

}  // namespace

Interval hopper_trial(const ConvolutionCall& call, ConvolutionPass pass) {
  const Interval chosen = hopper_workspace(call, pass);
  const Leaf& leaf = leaf_of(call, pass, kTried);
  const auto at_least = [&](Bytes floor, const Law& law) { return std::max(floor, Bytes(workspace(call, pass, law))); };
  const Bytes likely = at_least(chosen.point, leaf.likely);
  return {std::min(at_least(chosen.low, leaf.low), likely), likely, std::max(at_least(chosen.high, leaf.high), likely)};
}

}  // namespace vramlint::memory
