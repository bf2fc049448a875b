// What operators ask of sizes that nothing bounds.
#pragma once

#include "model/bind.h"

namespace vramlint::model {

/// A convolution of its channels, a linear layer of the last dimension, arithmetic of what is beside it. Whether it
/// asks for any.
bool ask_sizes(interp::Interpreter& interpreter, const graph::Call& call);

}  // namespace vramlint::model
