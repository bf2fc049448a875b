// Errors of the program for which no recipe can be blamed, nor anything that is not known.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::model {

/// A layer of torch's refuses what it is made of, and all is known that led there: no program gets further.
bool is_refused_by_layer(interp::Interpreter& interpreter, const interp::Error& error);

/// With the calls that are left by now, and the key of a branch that chose what goes in.
[[noreturn]] void fail_for_good(interp::Interpreter& interpreter, const interp::Error& error);

}  // namespace vramlint::model
