// Whether what runs is the code of a data set.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::interp {

/// A method of one of torch's data sets, loaders or samplers, or of a class derived from one, is running.
bool runs_data_code(Interpreter& interpreter);

}  // namespace vramlint::interp
