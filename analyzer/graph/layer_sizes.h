// What a model's layers make, by their weights.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "graph/graph.h"

namespace vramlint::graph {

/// For each parameter the distinct shapes, in order of use and without their first dimension, of what the operators
/// make that take it, or a copy of it in another number format.
std::map<std::string, std::vector<Shape>> layer_sizes(const Graph& graph);

}  // namespace vramlint::graph
