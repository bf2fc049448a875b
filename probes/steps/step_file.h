// What a step is measured from: its graphs and what the experiment does around them.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "graph/graph.h"
#include "memory/trace.h"

namespace vramlint::probes {

struct StepFile {
  std::vector<graph::Graph> phases;
  config::Experiment experiment;
};

/// {"phases": […] as `vramlint dump graph` writes, "experiment": {"optimizer": {"name", "momentum", …},
/// "accumulation"}}. Without an experiment: plain SGD. Throws GraphError.
StepFile read_step(const nlohmann::json& file);

}  // namespace vramlint::probes
