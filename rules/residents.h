// Parameters and buffers that stay on the device, and what the steps of one training do with them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rule.h"

namespace vramlint::rules {

struct Resident {
  std::string_view path;  ///< "backbone.conv1.weight", of the graph
  Span made;              ///< of a layer that the step itself makes when it runs first
  Bytes bytes;            ///< point scenario
  bool buffer = false;
  bool frozen = false;  ///< a weight that counts as a buffer
  bool trainable = false;
  bool read = false;            ///< by an operator of a step, or of what a step runs in its backward
  bool read_elsewhere = false;  ///< by one of a phase that was followed and is not told
  bool reached = false;         ///< a backward led to it
  bool optimized = false;       ///< an optimizer steps it or clears its gradient
};

/// The residents of one stage, in all of its phases together.
struct Residents {
  size_t stage = 0;
  std::vector<size_t> phases;  ///< by number in Built::phases
  std::vector<Resident> all;   ///< in the model's order
};

/// Of every stage that is known whole: all of its phases were built and nothing is missing from their graphs.
std::vector<Residents> residents(const Analysis& analysis);

/// A module with everything below it, a parameter by itself, or what a place of the step makes.
struct ResidentGroup {
  Words name;  ///< "`backbone.conv1`"
  std::vector<const Resident*> members;
  Bytes bytes;
  Span made;  ///< where the config describes the module, else where its class is called, or that of a module above it
};

/// Of those that modules hold the ones that `chosen` holds for, by the outermost modules that hold no others.
std::vector<ResidentGroup> outermost(const Analysis& analysis, const Residents& residents,
                                     bool (*chosen)(const Resident&));

/// The first three, and how many more there are.
Words first_of(const std::vector<Words>& names);

/// "the simulated step", "the simulated steps (warm-up, adversarial, validation)", with the stage's name.
Words describe_steps(const Analysis& analysis, const Residents& residents);

}  // namespace vramlint::rules
