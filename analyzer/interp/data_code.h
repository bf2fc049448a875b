// Whether what runs is the code of a data set.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::interp {

/// What is noted there of a list that an unknown condition fills.
inline constexpr const char* kItemKept = "an item is kept whose condition is not known";

/// A method of one of torch's data sets, loaders or samplers, or of a class derived from one, is running.
bool runs_data_code(Interpreter& interpreter);

/// A data set's length that only files tell: a sample at least, and more than any program counts to. `said`: unknown.
Value length_of_data(Interpreter& interpreter, const Value& data, const Value& said);

}  // namespace vramlint::interp
