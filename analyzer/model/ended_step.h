// Steps of optimizers: before the round that is followed, and in it.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/optimizer.h"

namespace vramlint::model {

struct EndedStep {
  uint32_t optimizer = 0;
  std::vector<bool> trained;  ///< by parameter of the optimizer: it had a gradient
};

struct RoundStep {
  graph::EndedStates trained;  ///< those that had a gradient
  size_t event = 0;            ///< its place in the graph
};

}  // namespace vramlint::model
