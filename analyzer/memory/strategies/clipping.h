// torch.nn.utils.clip_grad_norm_ and clip_grad_value_.
#pragma once

#include <optional>
#include <vector>

#include "graph/graph.h"
#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

/// torch/nn/utils/clip_grad.py [1.13.1], [2.0], [2.4]: gradients are clipped where they are. The norm makes a scalar a
/// gradient, in lists [2.0] and later also a table of partial norms, 4 bytes for every 65536 elements of the largest
/// (aten/src/ATen/native/cuda/ForeachReduceOp.cu); then a few scalars. `foreach`: none: as the release does by default.
void clip_gradients(StorageTable& storages, const graph::ClipGradients& clip, const std::vector<Trained>& parameters,
                    std::optional<bool> foreach, const graph::TorchProfile& torch);

}  // namespace vramlint::memory
