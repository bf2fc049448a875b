// A graph from what `vramlint dump graph --format json` wrote.
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "graph/graph.h"

namespace vramlint::probes {

/// The text is no graph, or one of another version: what is wrong, and where in it.
struct GraphError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One of the dump's `phases`. Spans, unknowns and assumptions are left behind. Every number is checked: the graph is
/// as sound as one that was built. Throws GraphError.
graph::Graph read_graph(const nlohmann::json& phase);

}  // namespace vramlint::probes
