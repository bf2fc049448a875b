// Parameters of what is no plain data: of what a file holds, and of a tensor that a step has made.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::model {

struct Tensor;

/// Of what is read from a file: a tensor all the same.
interp::Value unknown_parameter(const interp::Value& data);

/// As `copy.deepcopy(model)` makes them in a step: it holds what the data hold.
interp::Value parameter_of(interp::Interpreter& interpreter, const interp::Value& data, bool requires_grad,
                           const interp::Value& cls);

/// Of a leaf, for Python and in the graph.
void set_requires_grad(Tensor& tensor, bool wanted);

}  // namespace vramlint::model
