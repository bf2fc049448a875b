// What trainings leave that ended before the one that is followed: gradients that nobody has zeroed, and the states of
// optimizers that the program still holds.
#pragma once

#include <optional>
#include <unordered_set>
#include <vector>

#include "interp/interpreter.h"
#include "model/builder.h"

namespace vramlint::model {

struct Tensor;

/// step() and zero_grad() before the step that is followed.
void note_ended_step(Builder& builder, uint32_t optimizer, const std::vector<Tensor*>& parameters);
void note_ended_zero(const Builder& builder, const std::vector<Tensor*>& parameters, std::optional<bool> set_to_none);

/// step() in the step that is followed, of the parameters that the graph has for it.
void note_step(Builder& builder, uint32_t optimizer);

/// Once parameters are placed and the step begins. `names`: what the program holds.
void find_leftovers(interp::Interpreter& interpreter, Builder& builder, const interp::Value& names);
/// Once the step is written down: what it trains itself is no leftover.
void settle_leftovers(graph::Graph& graph);

/// What the step leaves: to a round of the same loop that trains other parameters.
graph::Leftovers left_by(const Builder& builder, size_t events);
/// What another round, which ran before, has left to this one; `own`: what this one leaves.
void take_over(const graph::Graph& other, const graph::Leftovers& left, const graph::Leftovers& own,
               graph::Graph& graph);

/// What variables held when the epoch before had ended, and which this one binds anew at once.
void let_go_of_others(graph::Graph& graph, const std::unordered_set<graph::TensorId>& live);

}  // namespace vramlint::model
