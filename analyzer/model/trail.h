// Where backward() goes on what is not known: into the tensors that it was made of. A node of the graph joins them,
// which keeps nothing and makes a number, so that what is counted stays a lower bound.
#pragma once

#include <vector>

#include "interp/interpreter.h"

namespace vramlint::model {

/// Whether backward() would go into it: a tensor on the device that requires grad, or an Unknown with a trail.
bool may_be_root(const interp::Value& value);

/// A tensor that depends on all of them; None where none is more than a parameter.
interp::Value trail_of(interp::Interpreter& interpreter, const std::vector<interp::Value>& roots);

/// What is not known, as a tensor that depends on the inputs and keeps tensors for its backward.
interp::Value depending(interp::Interpreter& interpreter, const interp::Value& unknown,
                        const std::vector<interp::Value>& inputs, std::vector<interp::Value> kept);

/// The result of an operator that has taken what is not known for a number: backward() goes into what that was made of.
interp::Value also_of(interp::Interpreter& interpreter, interp::Value result, const interp::Value& unknown);

/// The tensor that backward() goes into in the place of what is not known, which is listed; None where there is none.
interp::Value taken_root(interp::Interpreter& interpreter, const interp::Value& unknown, const Span& place);

/// The tensor to call backward() on in the place of an Unknown, else the value itself.
interp::Value rooted(const interp::Value& value);

}  // namespace vramlint::model
