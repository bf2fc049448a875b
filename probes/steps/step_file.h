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
/// "accumulation", "ema": {"buffers"}, "distributed", "settings"}}. Without an experiment: plain SGD. `cuda`: whether
/// it is to run there. Throws GraphError, also for what the probe does not run.
StepFile read_step(const nlohmann::json& file, bool cuda);

}  // namespace vramlint::probes
