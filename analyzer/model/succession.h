// What one round of a training loop leaves to the next: tensors that are still there, and tensors that take the place
// of others: `shadow[name] = 0.9 * shadow[name] + 0.1 * weight`.
#pragma once

#include <unordered_set>
#include <vector>

#include "model/builder.h"

namespace vramlint::model {

/// Events and tensors of the graph that are of the first round, or were there before; those behind are the next one's.
struct FirstRound {
  size_t events = 0, tensors = 0;
  std::unordered_set<graph::StorageId> held;       ///< when it has ended
  std::vector<graph::TensorId> drawn_before = {};  ///< batches
};

/// From this event on a module runs, and nothing goes backward.
bool validates(const graph::Graph& graph, size_t event);

/// What the next round lets go of that the first one has left, and where.
void carry_to_next(Builder& builder, const FirstRound& first);

/// Buffers that the first round lets go of are found again as what has been made in their place. `live`: when the next
/// round has ended.
void name_successors(Builder& builder, const FirstRound& first, const std::unordered_set<graph::TensorId>& live);

/// A batch that had been drawn before the loop is gone by the end of a round, and the next one, drawn in its place, is
/// there: the same batch, a round later.
void meet_next_batch(graph::Graph& graph, const std::vector<graph::TensorId>& drawn);

}  // namespace vramlint::model
