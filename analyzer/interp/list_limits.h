// The most that a list or a dict holds, where the program asks for its length before it adds to it, or lets go of a
// part: `if len(memory) < most: memory.append(x)`, `if len(memory) > most: del memory[0]`. Private to this room.
#pragma once

#include "interp/frame.h"

namespace vramlint::interp {

struct Arms {
  const syntax::Body &taken, &other;
};

/// Tells a follower of it. Nothing of the program runs.
void note_list_limit(Interpreter& interpreter, const Frame& frame, const syntax::Expr& condition, const Arms& arms);

/// `kept[step % 2] = x`: a dict has as many entries as there are remainders.
void note_ring(Interpreter& interpreter, const Frame& frame, const Value& container, const syntax::Expr& index);

}  // namespace vramlint::interp
