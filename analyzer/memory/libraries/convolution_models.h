// The models behind cudnn_convolution, one a generation.
#pragma once

#include "memory/libraries/convolution_call.h"
#include "memory/libraries/cudnn_convolution.h"

namespace vramlint::memory {

/// cuDNN 9.19 on an H100, with TF32 on. Each bound leaves out the outermost 2 % of what was seen.
Interval hopper_workspace(const ConvolutionCall& call, ConvolutionPass pass);

/// The largest of what the same tries where torch.backends.cudnn.benchmark is on.
Interval hopper_trial(const ConvolutionCall& call, ConvolutionPass pass);

/// cuDNN 7 and 8, by family of algorithm. `node` is a convolution.
Interval volta_workspace(const graph::Node& node, ConvolutionPass pass, const Platform& platform);

}  // namespace vramlint::memory
