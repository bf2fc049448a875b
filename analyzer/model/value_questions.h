// What the prelude asks of values that may not be known.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::model {

/// `_vramlint.is_known` and its like, and `cut`.
void add_value_questions(interp::Interpreter& interpreter, interp::Dict& names);

}  // namespace vramlint::model
