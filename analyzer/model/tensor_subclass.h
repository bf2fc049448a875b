// Classes of tensors that a program makes itself, `class Packed(torch.nn.Parameter)`: what they say of a name goes
// before what torch's own tensors say.
#pragma once

#include "model/tensor.h"

namespace vramlint::model {

/// Empty for torch's own classes, and for names that the program's classes do not have.
std::optional<interp::Value> subclass_attribute(interp::Interpreter& interpreter, Tensor& self, std::string_view name,
                                                Span span);

/// Whether a property of such a class has taken the value.
bool set_by_subclass(interp::Interpreter& interpreter, Tensor& self, std::string_view name, const interp::Value& value,
                     Span span);

/// `_vramlint.of_torch(tensor, name)`: past the program's own classes, as `torch.Tensor.to(self, ...)` asks.
interp::Value attribute_of_torch(interp::Interpreter& interpreter, interp::Arguments& arguments);

}  // namespace vramlint::model
