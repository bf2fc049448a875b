// torch.nn.utils.clip_grad_norm_ and clip_grad_value_ in ATen calls.
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

#include "graph/graph.h"

namespace vramlint::probes {

/// As torch/nn/utils/clip_grad.py: the loop of [1.13.1], on CUDA the lists of [2.0] and later.
void clip(graph::ClipGradients::Kind kind, const std::vector<at::Tensor>& parameters);

}  // namespace vramlint::probes
