// Whether what runs is the code of a data set.
#pragma once

#include <string>
#include <vector>

#include "interp/interpreter.h"

namespace vramlint::interp {

/// What is noted there of a list that an unknown condition fills.
inline constexpr const char* kItemKept = "an item is kept whose condition is not known";

/// A method of one of torch's data sets, loaders or samplers, or of a class derived from one, is running.
bool runs_data_code(Interpreter& interpreter);

/// Patterns of `data:` for the files that the program has read and of which nothing says what they hold, in their
/// order: "*.csv", "*.h5:images".
const std::vector<std::string>& lacking_data(Interpreter& interpreter);

/// A data set's length that only files tell: a sample at least, and more than any program counts to. `said`: unknown.
Value length_of_data(Interpreter& interpreter, const Value& data, const Value& said);

}  // namespace vramlint::interp
