// A backward with a history (torch.autograd.grad with create_graph=True): it is written down as the operators that
// PyTorch calls for it, and these are differentiated like any others, as often as the program does.
#pragma once

#include <optional>
#include <vector>

#include "model/tensor.h"

namespace vramlint::model {

struct WantedGradients {
  std::vector<Tensor*> roots;
  interp::Value gradients;      ///< a list, one per root or fewer, with None for ones; or None
  std::vector<Tensor*> wanted;  ///< null: no tensor on the device
  interp::Value formulas;       ///< torch.autograd._formulas
};

/// One per wanted tensor, None where no gradient comes. Nothing at all where an operator on the way has no formula, is
/// part of a checkpoint or of a Function, or has sizes that only the data tells.
std::optional<std::vector<interp::Value>> write_backward(interp::Interpreter& interpreter, WantedGradients asked);

/// unpack(tensor): what a node has kept, by its number in the graph.
interp::Value native_unpack(interp::Interpreter& interpreter, interp::Arguments& arguments);

}  // namespace vramlint::model
