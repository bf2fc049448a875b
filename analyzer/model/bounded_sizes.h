// Sizes that only the data tells. Python has them as numbers between bounds (interp/bounded.h); an operator is asked
// with the most likely ones, and what it makes gets their bounds back.
#pragma once

#include <optional>

#include "graph/op.h"
#include "interp/bounded.h"
#include "model/bind.h"

namespace vramlint::model {

/// A size that nothing bounds, as that of what a file holds: only tensors on the host have such, those of data sets and
/// lists.
bool is_open(const graph::Dim& size);
bool is_open(const graph::TensorType& type);
/// What stands for a tensor of open sizes wherever these count.
Unknown why_open(interp::Interpreter& interpreter, const graph::TensorType& type, const Span& span);
/// `what` lies on the device, and is not counted there.
void note_open(interp::Interpreter& interpreter, const graph::TensorType& type, const std::string& what);
/// Whether that is what a value is, or what a message says.
bool says_open(const interp::Value& value);
bool says_open(std::string_view message);

/// An operand or what is made is such a tensor, and the operator is one on the device, or asks what its size is: then
/// what it makes is not known.
bool leaves_open(interp::Interpreter& interpreter, Bound& bound, bool on_device);

/// What a number between bounds is as the size of a dimension; nothing of any other value.
std::optional<graph::Dim> bounded_size(interp::Interpreter& interpreter, const interp::Value& value);

/// A whole number between bounds as a size.
graph::Dim dim_of(const interp::Bounds& bounds);

/// What stands among the sizes of a new tensor: a number between bounds, or what is not known, which is open; nothing
/// of a number that is known.
std::optional<graph::Dim> size_of_new(interp::Interpreter& interpreter, const interp::Value& value);

/// As close as the branches that were taken make it.
graph::Dim narrowed(interp::Interpreter& interpreter, const graph::Dim& size);

/// A dimension as Python reads it: an int, or a number between its bounds.
interp::Value size_value(interp::Interpreter& interpreter, const graph::Dim& size);

/// What the argument says of the size of a result. A number that may be any that the operator takes has a point below
/// 0.
std::optional<graph::Dim> told_size(interp::Interpreter& interpreter, const graph::Call& call, size_t argument,
                                    const interp::Value& value);
/// Likewise of one number of a list of sizes.
std::optional<graph::Dim> told_section(interp::Interpreter& interpreter, const graph::Call& call,
                                       const interp::Value& value);

/// The size was told by that value.
void bind_size(Bound& bound, size_t at, const graph::Dim& size, const interp::Value& value);

/// What stands for the number that arange begins with, where it is between bounds and has been noted.
std::optional<int64_t> counting_start(const Bound& bound, size_t argument);

/// What stands for a number that says nothing of sizes: how far `roll` moves, which value `kthvalue` finds.
std::optional<int64_t> sizeless_number(const graph::Call& call, size_t argument, const interp::Value& value);

/// Operands as the branches that were taken leave them.
void narrow_operands(interp::Interpreter& interpreter, graph::Call& call);
/// Before the operator is asked: no more than there is is picked, and sections fill what they are of.
void fit_points(Bound& bound);
/// Dimensions that were bound by their most likely size get their bounds back: what is repeated so often, its
/// multiples.
void widen(graph::Inferred& inferred, const Bound& bound);
/// Every size that only the data tells has a name from its beginning.
void name_sizes(interp::Interpreter& interpreter, graph::Inferred& inferred);

}  // namespace vramlint::model
