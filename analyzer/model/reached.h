// Which tensors a backward reaches.
#pragma once

#include <unordered_set>
#include <vector>

#include "model/builder.h"

namespace vramlint::model {

/// By the events before now, latest first: of the open programs from the inside out, then of the graph.
std::unordered_set<graph::TensorId> reached_from(const Builder& builder, const std::vector<graph::TensorId>& roots);

/// Of Python that runs inside of backward it is not known what its own operators keep for a second one.
void note_second_derivatives(interp::Interpreter& interpreter, Builder& builder,
                             const std::unordered_set<graph::TensorId>& found);

/// The leaves that a backward from there gives gradients to, in the order in which they were made.
interp::Value leaves_reached_from(Builder& builder, const std::vector<graph::TensorId>& roots);

}  // namespace vramlint::model
