// Whether two steps compute the same, whatever either keeps and makes again.
#pragma once

#include "graph/graph.h"

namespace vramlint::graph {

/// Whether the same operators run with the same arguments on the same tensors in the same order, and the same
/// optimizers step: a part that is checkpointed in one of them is no difference, nor is where the source lies. What a
/// backward runs is not compared.
bool same_computation(const Graph& left, const Graph& right);

/// By storage, whether an operator of the step, or of what it runs in its backward, reads it.
std::vector<bool> storages_read(const Graph& graph);

/// The number of the event behind the last one that trains: a backward or an optimizer's step. Of what trains nothing
/// the number of all events.
size_t end_of_training(const Graph& graph);

}  // namespace vramlint::graph
