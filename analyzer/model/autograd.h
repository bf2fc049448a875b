// What torch.autograd offers to programs: backward, gradients as values, and Functions and checkpoints whose backward
// is Python of its own.
#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "model/tensor.h"

namespace vramlint::model {

using NativeFunction = interp::Value (*)(interp::Interpreter&, interp::Arguments&);

/// What `_vramlint` has of it.
std::span<const std::pair<std::string_view, NativeFunction>> autograd_natives();
std::span<const std::pair<std::string_view, NativeFunction>> optimizer_natives();

/// Those of a list; null for what is none.
std::vector<Tensor*> tensors_in(interp::Interpreter& interpreter, const interp::Value& list);

/// tensor.grad: None until a backward has reached it.
interp::Value gradient_of(interp::Interpreter& interpreter, Tensor& tensor);
/// tensor.grad = value.
void set_gradient_of(interp::Interpreter& interpreter, Tensor& tensor, interp::Value value);

}  // namespace vramlint::model
