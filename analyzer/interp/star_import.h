// `from module import *`.
#pragma once

#include "interp/frame.h"
#include "interp/interpreter.h"

namespace vramlint::interp {

void import_star(Interpreter& interpreter, Frame& frame, const Value& module, const Span& span);

/// Names that a module may have of a star import of what is not there; else none.
Value hidden_names(Interpreter& interpreter, const Value& module, const Span& span);

}  // namespace vramlint::interp
