// Where the comments of a YAML text are; private to this room.
#pragma once

#include <vector>

#include "base/span.h"

namespace vramlint::syntax {

/// In order of the text, each to its line's end. None if the text cannot be parsed.
std::vector<Span> yaml_comments(const Source& source);

}  // namespace vramlint::syntax
