// Where the code that runs stands.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::interp {

/// The place of the innermost code that runs in a source for which `is_it` says yes; empty where there is none.
Span innermost_place(Interpreter& interpreter, bool (*is_it)(const Source*));

}  // namespace vramlint::interp
