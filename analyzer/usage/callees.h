// What a function does with the values that it is given, by its name.
#pragma once

#include <string_view>

namespace vramlint::usage {

/// Whether a call, by the text of what is called, only shows or records what it is given.
bool shows_only(std::string_view callee);

/// Whether it keeps, copies, converts or shows them: what it yields still tells where it is from.
bool moves(std::string_view function);

/// Of those, whether its answer depends on a name that it is given.
bool looks_up(std::string_view function);

}  // namespace vramlint::usage
