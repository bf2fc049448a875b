// What is listed of a program's assumptions.
#pragma once

#include <vector>

#include "base/unknown.h"

namespace vramlint::interp {

class Interpreter;

/// All of them; of a program that imports large packages its own, and one for what those packages take for granted.
std::vector<Assumption> listed_assumptions(Interpreter& interpreter);

}  // namespace vramlint::interp
