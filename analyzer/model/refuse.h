// Arguments that no form of an operator can take.
#pragma once

#include <span>
#include <string_view>

#include "graph/op.h"
#include "interp/interpreter.h"

namespace vramlint::model {

/// Raises PyTorch's TypeError for `conv2d((first, second), weight)`: every form wants a tensor first, and what comes is
/// plainly none.
void refuse_what_is_no_tensor(interp::Interpreter& interpreter, std::span<const graph::Op* const> candidates,
                              std::string_view name, const interp::Arguments& arguments);

}  // namespace vramlint::model
