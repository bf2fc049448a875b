// Names that a text uses and binds nowhere.
#pragma once

#include <string_view>

#include "base/source.h"

namespace vramlint::interp {

/// Whether the NameError of such a name is the program's own: nothing in its file could bind it, and nobody else does,
/// as Python 2 did `unicode`, a notebook `display` or line_profiler `profile`. What looks like a binding is one.
bool is_bound_nowhere(std::string_view name, const Source& file);

}  // namespace vramlint::interp
