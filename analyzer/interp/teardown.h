// Freeing what refers to itself; private to this room.
#pragma once

#include <vector>

#include "interp/objects.h"

namespace vramlint::interp {

/// Empties every list, dict, cell, function and instance reachable from the roots. Nothing of theirs may run
/// afterwards.
void tear_down(const std::vector<Value>& roots);

}  // namespace vramlint::interp
