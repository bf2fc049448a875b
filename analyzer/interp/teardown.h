// What can be reached from an object, and freeing what refers to itself; private to this room.
#pragma once

#include <vector>

#include "interp/objects.h"

namespace vramlint::interp {

/// Every object that leads from the roots, these included; nothing behind what is part of a Snapshot. What built-in
/// functions and iterators hold inside is not seen.
/// `highest`: of the origins of all values on the way.
std::vector<Value> reachable_from(const std::vector<Value>& roots, Origin* highest = nullptr);

/// Empties every list, dict, cell, function and instance reachable from the roots. Nothing of theirs may run
/// afterwards.
void tear_down(const std::vector<Value>& roots);

/// The same of this object alone.
void let_go(Object& object);

}  // namespace vramlint::interp
