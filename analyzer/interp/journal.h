// Keeps what a container held before it changes.
#pragma once

#include "interp/objects.h"

namespace vramlint::interp {

class Interpreter;

/// Called before any object's contents change, so that a branch on an Unknown can be undone and joined.
void before_change(Interpreter& interpreter, Object& object);

}  // namespace vramlint::interp
