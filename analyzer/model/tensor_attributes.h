// x.shape, x.dtype, x.view: attributes and methods of tensors.
#pragma once

#include "model/tensor.h"

namespace vramlint::model {

/// In this order: what is told here, what the program hung on the tensor, the prelude's torch/_tensor.py, and operators
/// by the name "Tensor.<name>".
std::optional<interp::Value> tensor_attribute(interp::Interpreter& interpreter, Tensor& self, std::string_view name,
                                              Span span);
bool set_tensor_attribute(interp::Interpreter& interpreter, Tensor& self, std::string_view name, interp::Value value,
                          Span span);

}  // namespace vramlint::model
