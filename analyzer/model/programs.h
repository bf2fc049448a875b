// Follows Python that PyTorch runs inside of a backward, and writes it down as a graph::Program.
#pragma once

#include <optional>
#include <vector>

#include "model/tensor.h"

namespace vramlint::model {

/// Runs `function(*gradients)`, the backward of a torch.autograd.Function: without recording, as PyTorch does. Empty
/// where it raises or does something unknown; the graph is then as before.
/// `held`: tensors that Python keeps for it.
std::optional<graph::ProgramId> follow_backward(interp::Interpreter& interpreter, const interp::Value& function,
                                                std::vector<interp::Value> gradients, const std::vector<Tensor*>& held);

/// Runs `function()` as a segment that saves nothing, and once more as the program that makes it again
/// (torch/utils/checkpoint.py, use_reentrant=False).
interp::Value run_segment(interp::Interpreter& interpreter, const interp::Value& function,
                          const std::vector<Tensor*>& arguments);

}  // namespace vramlint::model
