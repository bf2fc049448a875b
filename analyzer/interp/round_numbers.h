// Numbers that tell one round of a loop from another: what `for epoch in range(n)` yields, what `step += 1` makes. They
// are known by their origin, and so is what is computed of them.
#pragma once

#include "interp/frame.h"
#include "interp/interpreter.h"

namespace vramlint::interp {

/// An item of a loop over rounds: ints have that origin, also in a tuple, as enumerate() yields.
Value as_round_number(Interpreter& interpreter, const Value& item);
bool is_of_rounds(Interpreter& interpreter, const Value& value);
bool is_of_rounds(Interpreter& interpreter, Origin origin);
/// What `count += 1` comes to, where that counts rounds.
Value as_counted(Interpreter& interpreter, const Frame& frame, const syntax::AugAssign& node, const Value& old,
                 Value result, const Span& place);
/// Where `by` tells one round from another: it picks what is used.
void note_pick(Interpreter& interpreter, const Value& by, const Span& place);
/// `if epoch in milestones:`; the program is followed.
void note_sought(Interpreter& interpreter, const Value& item, const Value& among, const Span& place);
/// Of `a and b` that `b` decides: what `a` comes to in another round changes nothing.
Origin decided_by(Interpreter& interpreter, Origin all, const Value& last);

}  // namespace vramlint::interp
