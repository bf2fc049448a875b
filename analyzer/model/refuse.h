// What PyTorch refuses around an operator, and what is too much to be followed.
#pragma once

#include <span>
#include <string_view>

#include "graph/op.h"
#include "interp/interpreter.h"
#include "model/bind.h"
#include "model/tensor.h"

namespace vramlint::model {

/// Raises PyTorch's TypeError for `conv2d((first, second), weight)`: every form wants a tensor first, and what comes is
/// plainly none.
void refuse_what_is_no_tensor(interp::Interpreter& interpreter, std::span<const graph::Op* const> candidates,
                              std::string_view name, const interp::Arguments& arguments);

/// Raises PyTorch's RuntimeError for a write in place to a leaf that requires a gradient, or to a view of one.
void refuse_in_place(interp::Interpreter& interpreter, Builder& builder, const Tensor& self);

/// Raises PyTorch's RuntimeError for an argument that the operator does not take, whatever the others are.
void refuse_arguments(interp::Interpreter& interpreter, const Bound& bound);

/// Raises what PyTorch raises where no tensor can be of that type.
void refuse_type(interp::Interpreter& interpreter, const graph::TensorType& type, Span span);

/// Raises what PyTorch raises for the call: the operator's own error, and what no tensor can be, such as a negative
/// size. Ends the evaluation where the results are too many to be followed.
void refuse_results(interp::Interpreter& interpreter, const Bound& bound, const graph::Inferred& inferred);

/// What the operator says of the call; what it does not understand is not modelled.
graph::Inferred inferred_of(interp::Interpreter& interpreter, const graph::Call& call);

/// Raises PyTorch's TypeError for None among a list's tensors.
[[noreturn]] void refuse_none(interp::Interpreter& interpreter, std::string_view argument, size_t at);

/// Ends the evaluation where a list has more tensors than are followed.
void refuse_long(size_t tensors, Span span);

/// Long lists of operands stay in the graph: their bytes count.
void count_operands(interp::Interpreter& interpreter, const Bound& bound, Span span);

/// The class of what PyTorch raises with this message.
std::string_view exception_of(std::string_view error);

}  // namespace vramlint::model
