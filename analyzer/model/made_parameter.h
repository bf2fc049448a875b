// Parameters of what is no plain data: of what a file holds, and of a tensor that a step has made.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::model {

/// Of what is read from a file: a tensor all the same.
interp::Value unknown_parameter(const interp::Value& data);

/// As `copy.deepcopy(model)` makes them in a step: it holds what the data hold.
interp::Value parameter_of(interp::Interpreter& interpreter, const interp::Value& data, bool requires_grad,
                           const interp::Value& cls);

}  // namespace vramlint::model
