// `data: {num_classes: 1000}`: numbers that only the data tells, by the names that the program gives them.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::interp {

struct Frame;

/// The number that the project says such a name stands for, where the value is not known; else the value.
Value as_stated(Interpreter& interpreter, const Frame& frame, std::string_view name, Value value);
/// Likewise of all parameters of a function that begins.
void state_parameters(Interpreter& interpreter, Frame& frame, const syntax::Function& code);
/// The program's outermost name for a number that is not known; empty: it has none.
std::string name_of_number(Interpreter& interpreter, const Value& number);

/// What the function of the program at hand calls a size that nothing bounds; empty: it has none, or no name for it.
std::string name_of_open_size(Interpreter& interpreter);

}  // namespace vramlint::interp
