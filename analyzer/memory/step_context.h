// What a step is played of.
#pragma once

#include "memory/scenario.h"

namespace vramlint::memory {

struct StepContext {
  const graph::Graph& graph;
  const config::Experiment& experiment;
  const graph::TorchProfile& torch;
  ScenarioPlayed& scenario;
  const Device* device = nullptr;
};

}  // namespace vramlint::memory
