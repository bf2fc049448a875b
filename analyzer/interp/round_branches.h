// Branches that the number of a round decides: which way each goes in the round that is followed.
#pragma once

#include "interp/frame.h"
#include "interp/interpreter.h"

namespace vramlint::interp {

/// A known condition as the round has it.
Value in_round(Interpreter& interpreter, Frame& frame, const syntax::If& node, Value condition);
Value in_round(Interpreter& interpreter, Frame& frame, const syntax::Conditional& node, Value condition);

}  // namespace vramlint::interp
