// An assignment of a list, tuple, set or dict of so many items that it is parsed in portions. Private to this room.
#pragma once

#include <string_view>

#include "syntax/chunks.h"
#include "syntax/python_builder.h"

namespace vramlint::syntax {

/// Appends the whole statement to `out`; false, with nothing appended, where the statement is nothing of the kind.
bool parse_large_display(std::string_view text, const Chunk& chunk, PythonBuilder& builder, Body& out);

}  // namespace vramlint::syntax
