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

/// What the next round lets go of that the first one has left, and where.
void carry_to_next(Builder& builder, const FirstRound& first);

/// Buffers that the first round lets go of are found again as what has been made in their place. `live`: when the next
/// round has ended.
void name_successors(Builder& builder, const FirstRound& first, const std::unordered_set<graph::TensorId>& live);

}  // namespace vramlint::model
