// Branches that a key decides: where what they set is refused later, the key is to blame. Private to this room but for
// `keys_behind_names`.
#pragma once

#include <vector>

#include "interp/interpreter.h"
#include "interp/origin.h"

namespace vramlint::syntax {
struct If;
}

namespace vramlint::interp {

struct Frame;

struct Decided {
  const syntax::If* branch;
  Origin condition;
};

void note_decided(Frame& frame, const syntax::If& branch, Origin condition);

/// Keys that decided which values the names in the running statements have; of the innermost statement that has any.
std::vector<OriginAtom> keys_behind_names(Interpreter& interpreter);

}  // namespace vramlint::interp
