// `torch.tensor(data)`, `torch.Tensor(2, 3)` and `torch.nn.Parameter(data)`.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::model {

/// tensor(data, dtype, device, requires_grad)
interp::Value native_tensor(interp::Interpreter& interpreter, interp::Arguments& arguments);
interp::Value construct_tensor(interp::Interpreter& interpreter, interp::Arguments& arguments);
/// `cls`: Parameter or Buffer.
interp::Value construct_parameter(interp::Interpreter& interpreter, interp::Arguments& arguments,
                                  const interp::Value& cls);

}  // namespace vramlint::model
