// How json.dumps writes a text.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::interp {

/// quoted(text, ensure_ascii)
Value quoted_field(Interpreter& interpreter, Arguments& arguments);

}  // namespace vramlint::interp
