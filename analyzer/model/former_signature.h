// Calls in the order that PyTorch had before 1.5, and still takes: `ema.mul_(d).add_(1 - d, p)`.
#pragma once

#include <string_view>

#include "interp/interpreter.h"
#include "interp/objects.h"

namespace vramlint::model {

/// Puts the arguments of such a call in today's order. False where it is none.
bool leave_former_signature(interp::Interpreter& interpreter, std::string_view name, interp::Arguments& arguments);

}  // namespace vramlint::model
