// Which settings to change so that the step fits: the least harmful ways, each simulated as a whole.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rules/levers.h"

namespace vramlint::rules {

struct Change {
  std::string key;                ///< dotted
  Span span;                      ///< of the value
  std::string from, to;           ///< as a Lever's
  std::vector<std::string> also;  ///< keys that change with it
  Harm harm = Harm::model;
  Bytes peak;  ///< of the process, with this change and those before it
};

struct Plan {
  std::vector<Change> changes;  ///< least harm first
  Harm harm = Harm::none;       ///< the most that a change does
  FixEffect effect;
  std::vector<Edit> edits;  ///< in the config's own file
  std::string environment;  ///< what the program is to be started with, NAME=VALUE; empty: nothing
};

struct PlanOptions {
  std::vector<std::string> keep;      ///< keys that stay as they are, with all below them
  std::vector<Harm> without;          ///< no change of this kind
  std::function<void(int)> progress;  ///< told the number of simulated steps, now and then; may be empty
};

struct Plans {
  std::vector<Lever> levers;
  std::vector<Plan> plans;  ///< that fit: least harm first, then fewest changes, then most memory; at most five
  int trials = 0;           ///< steps simulated
};

/// For a config that does not fit its device. Only the config's own file is changed: what it inherits is set anew
/// there.
Plans plans(const Analysis& analysis, const Session& session, const PlanOptions& options);

}  // namespace vramlint::rules
