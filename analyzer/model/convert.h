// Tensor.to and what else moves or re-types a tensor.
#pragma once

#include "model/tensor.h"

namespace vramlint::model {

/// to(dtype), to(device), to(device, dtype), to(other), with keywords copy, non_blocking and memory_format.
interp::Value convert_to(interp::Interpreter& interpreter, Tensor& self, interp::Arguments& arguments);

/// type_as(other): to(other), kept under its own name where both lie in the same memory.
interp::Value convert_as(interp::Interpreter& interpreter, Tensor& self, interp::Arguments& arguments);

/// A host tensor over the same elements that requires no gradient.
interp::Value host_alias(Tensor& self);

/// `self.data = value`: self takes over type and place.
void assign_data(interp::Interpreter& interpreter, Tensor& self, const interp::Value& value, Span span);

}  // namespace vramlint::model
