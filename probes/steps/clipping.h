// torch.nn.utils.clip_grad_norm_ and clip_grad_value_ in ATen calls.
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

#include "graph/graph.h"

namespace vramlint::probes {

/// As the loops of torch/nn/utils/clip_grad.py [1.13.1]; [2.0] and later differ for lists on CUDA only.
void clip(graph::ClipGradients::Kind kind, const std::vector<at::Tensor>& parameters);

}  // namespace vramlint::probes
