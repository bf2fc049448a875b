// One simulated step as `vramlint show` tells it: its stretches, the moment of the peak, and who holds what there.
#pragma once

#include <string>
#include <vector>

#include "analyze.h"

namespace vramlint {

/// The part of the step between two marks: forward, backward, optimizer step.
struct Stretch {
  std::string name;
  size_t first = 0, end = 0;  ///< into Timeline::samples
  memory::Sample before;      ///< when it begins
  memory::Sample highest;     ///< each at its own highest
  memory::Sample after;       ///< when it ends
};

/// What was being allocated when the allocated peak was reached.
struct PeakMoment {
  size_t event = 0;     ///< of the trace's events from the step's first on
  std::string stretch;  ///< name of its stretch; empty where the step begins at its peak
  std::string operation;
  std::string module;
  Category category = Category::unattributed;
  Bytes asked;  ///< zero where nothing was being allocated
  Span span;
};

/// A module with all that is below it. The root is the whole step: its total is the allocated peak.
struct ModuleShare {
  std::string name;                   ///< last part of the path; "" at the root
  Bytes total;                        ///< its own and its children's
  Bytes own;                          ///< of operators that run in the module itself, and its own parameters
  std::vector<ModuleShare> children;  ///< largest first
};

struct StepView {
  std::string phase;
  std::vector<Stretch> stretches;
  PeakMoment peak;
  ModuleShare modules;
};

/// Of one phase, by number in Analysis::timelines.
StepView step_view(const Analysis& analysis, size_t phase);

}  // namespace vramlint
