// Optimizers of a program, and what those leave that no longer step.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/span.h"
#include "graph/ids.h"

namespace vramlint::graph {

/// One that the program itself has made.
struct Optimizer {
  std::string name;                                     ///< lower case: "adamw"
  std::vector<std::pair<std::string, double>> options;  ///< numbers and truths it was given, by name
  std::vector<TensorId> parameters;
  Span span;
};

/// States that an optimizer has of these parameters.
struct EndedStates {
  uint32_t optimizer = 0;
  std::vector<TensorId> parameters;
};

/// What trainings before this one, or other rounds of it, have left on the GPU.
struct Leftovers {
  std::vector<TensorId> gradients;  ///< parameters whose gradients are there as the step begins
  std::vector<EndedStates> states;
};

}  // namespace vramlint::graph
