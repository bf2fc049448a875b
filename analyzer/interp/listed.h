// What is listed of a program's assumptions.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/unknown.h"
#include "interp/origin.h"
#include "interp/value.h"

namespace vramlint::interp {

class Interpreter;

/// All of them; of a program that imports large packages its own, and one for what those packages take for granted.
std::vector<Assumption> listed_assumptions(Interpreter& interpreter);

/// Those that were there before the program began count as well, for whether it imports large packages.
void count_all_modules(Interpreter& interpreter);

/// Leaves the first so many of what has been noted.
void forget_noted(Interpreter& interpreter, size_t unknowns, size_t assumptions);

/// A global of a module as the program leaves it; null where the program has not imported the module, or has none.
const Value* global_of(Interpreter& interpreter, std::string_view module, std::string_view name);

/// What the conditions and loops around the statement that runs came from.
Origin conditions_around(Interpreter& interpreter);

/// os.environ as the program leaves it.
std::vector<std::pair<std::string, Value>> environment_of(Interpreter& interpreter);

}  // namespace vramlint::interp
