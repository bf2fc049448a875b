// What a function that runs could have changed. Private to this room.
#pragma once

#include "interp/frame.h"

namespace vramlint::interp {

/// Whether a tensor or a module of the step can be reached from the frame's variables or from its module's globals, so
/// that a statement that was passed over could have done something to it.
bool reaches_step(Interpreter& interpreter, const Frame& frame);

}  // namespace vramlint::interp
