// Optimizers over tensors that the step itself makes, as over a copy of the model.
#pragma once

#include <vector>

#include "interp/interpreter.h"
#include "model/builder.h"

namespace vramlint::model {

/// What an optimizer keeps for these is not followed.
void note_made_in_step(interp::Interpreter& interpreter, const Builder& builder,
                       const std::vector<graph::TensorId>& stepped);

}  // namespace vramlint::model
