// A name for a graph by what it computes.
#pragma once

#include <string>

#include "graph/graph.h"

namespace vramlint::graph {

/// 32 hexadecimal digits. Equal for graphs that hold the same calls on the same tensors in the same order; where the
/// source lies, what its modules and parameters are called, and how the phase is called do not matter. Stable between
/// runs, machines and releases that build the same graph.
std::string hash(const Graph& graph);

/// Likewise for one call: its operator, its arguments and the types of its operands.
std::string hash(const Call& call);

}  // namespace vramlint::graph
