// What of a library is described here.
#pragma once

#include "interp/objects.h"

namespace vramlint::interp {

/// A module of ours that has less than the library's own; what says `__complete__` has all.
bool is_described_in_part(const Value& module);

}  // namespace vramlint::interp
