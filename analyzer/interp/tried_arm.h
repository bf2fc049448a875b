// Arms of which it is not known whether they run: one that trains is entered the next time.
#pragma once

#include <vector>

#include "base/span.h"

namespace vramlint::interp {

class Interpreter;

struct TriedArm {
  Span span;         ///< of the branch or the loop
  bool then = true;  ///< of a loop: its body
};

/// Those that are being tried, the outermost first.
std::vector<TriedArm> arms_on_trial(Interpreter& interpreter);
/// From now on they are run, not tried.
void enter_arms(Interpreter& interpreter, std::vector<TriedArm> arms);

}  // namespace vramlint::interp
