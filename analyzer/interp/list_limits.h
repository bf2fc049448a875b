// The most that a list holds, where the program asks for its length before it adds to it, or lets go of a part:
// `if len(memory) < most: memory.append(x)`, `if len(memory) > most: del memory[0]`. Private to this room.
#pragma once

#include "interp/frame.h"

namespace vramlint::interp {

struct Arms {
  const syntax::Body &taken, &other;
};

/// Tells a follower of it. Nothing of the program runs.
void note_list_limit(Interpreter& interpreter, const Frame& frame, const syntax::Expr& condition, const Arms& arms);

}  // namespace vramlint::interp
