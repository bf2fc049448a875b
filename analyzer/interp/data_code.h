// Whether what runs is the code of a data set.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::interp {

/// What is noted there of a list that an unknown condition fills.
inline constexpr const char* kItemKept = "an item is kept whose condition is not known";

/// A method of one of torch's data sets, loaders or samplers, or of a class derived from one, is running.
bool runs_data_code(Interpreter& interpreter);

}  // namespace vramlint::interp
