// What an argument that is not known stands for in an operator that takes a tensor or a number.
#pragma once

#include "model/bind.h"

namespace vramlint::model {

/// What is not known, but is a number: a size or an element that only the data tells, a random number.
bool is_some_number(const interp::Value& value);

enum class Stands : uint8_t { for_tensor, for_number, for_either };

/// A size or an element that only the data tells is a number, not a tensor; what comes from elsewhere may be either.
Stands stands(const Bound& bound);

/// What stands for a number that is not known: a whole one where it surely is one, and where what is written into takes
/// no other, as in `count += found.item()`.
graph::Arg some_number(const Bound& bound, const interp::Value& unknown);

/// What may be either is taken for a number: the result is of the tensor's size, which broadcasting could only make
/// larger. Notes it, unless the operator `name` works in place and nothing is kept for a backward pass.
void note_taken_for_number(interp::Interpreter& interpreter, std::string_view name, const interp::Value& unknown);

/// Notes what of an operator's arguments is left out: what it holds is not counted.
void note_left_out(interp::Interpreter& interpreter, std::string_view name, const Bound& bound);

}  // namespace vramlint::model
