// What a step is measured from: its graphs and what the experiment does around them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "memory/trace.h"

namespace vramlint::probes {

struct StepFile {
  std::vector<graph::Graph> phases;
  config::Experiment experiment;
  std::string settings;  ///< the same in words, for the record
};

/// {"phases": […] as `vramlint dump graph` writes, "experiment": {"optimizer": {"name", "momentum", …},
/// "accumulation", "ema": {"buffers"}, "settings"}}. Without an experiment: plain SGD. Throws GraphError.
StepFile read_step(const nlohmann::json& file);

}  // namespace vramlint::probes
