// How much of a sequence a slice takes.
#pragma once

#include <cstdint>

#include "interp/interpreter.h"
#include "interp/objects.h"

namespace vramlint::interp {

bool is_unknown_slice(const SliceObject& slice);

/// Of so many items; of a slice that is known. Raises where a bound is no number, or the step is 0.
int64_t length_of_slice(Interpreter& interpreter, const SliceObject& slice, int64_t length, const Span& span);

}  // namespace vramlint::interp
