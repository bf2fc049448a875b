// How many parameters a phase has, in all and by model.
#pragma once

#include <string>
#include <vector>

#include "base/outcome.h"
#include "graph/graph.h"

namespace vramlint {

/// `models`: the first parts of their modules' paths, where there are several.
void describe_parameters(PhasePeak& phase, const graph::Graph& graph, const std::vector<std::string>& models);

}  // namespace vramlint
