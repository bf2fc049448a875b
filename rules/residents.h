// Parameters and buffers that stay on the device, and what the steps of one training do with them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rule.h"

namespace vramlint::rules {

struct Resident {
  std::string path;  ///< "backbone.conv1.weight"
  Bytes bytes;       ///< point scenario
  bool buffer = false;
  bool trainable = false;
  bool read = false;       ///< by an operator of a step, or of what a step runs in its backward
  bool reached = false;    ///< a backward led to it
  bool optimized = false;  ///< an optimizer that steps holds it
};

/// The residents of one stage, in all of its phases together.
struct Residents {
  size_t stage = 0;
  std::vector<size_t> phases;  ///< by number in Built::phases
  std::vector<Resident> all;   ///< those that modules hold, in the model's order
};

/// Of every stage that is known whole: all of its phases were built and nothing is missing from their graphs.
std::vector<Residents> residents(const Analysis& analysis);

/// A module with everything below it, or a parameter by itself.
struct ResidentGroup {
  std::string path;
  bool module = false;
  std::vector<const Resident*> members;
  Bytes bytes;
  Span made;  ///< where the module's class is called, or that of the nearest module above it of which this is known
};

/// Those that `chosen` holds for, by the outermost modules that hold no others.
std::vector<ResidentGroup> outermost(const Analysis& analysis, const Residents& residents,
                                     bool (*chosen)(const Resident&));

/// "the simulated step", "the simulated steps (warm-up, adversarial, validation)", with the stage's name.
std::string describe_steps(const Analysis& analysis, const Residents& residents);

}  // namespace vramlint::rules
