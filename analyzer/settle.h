// From everything that the analyses of a run found to what is reported: without what the project does not want to hear,
// what comments silence and what a baseline has; in order.
#pragma once

#include <span>
#include <vector>

#include "baseline.h"
#include "choice.h"
#include "coverage.h"

namespace vramlint {

/// What is known of a run beside its findings.
struct Terms {
  std::span<const Rule* const> rules;
  const Choice* choice = nullptr;      ///< none: all rules as they are
  const Baseline* baseline = nullptr;  ///< what it has is left out
  std::vector<const Source*> sources;  ///< every file that was read
  std::vector<Checked> checked;        ///< as Outcome::configs
  bool whole_project = false;          ///< every config of it was checked, as it stands
};

/// Fills in the outcome's findings and those that are silenced; its configs must be there. Comments that silence
/// nothing are findings of `unused-suppression`: only of rules that were really checked for every config that the file
/// may belong to.
void settle(const Findings& found, const Terms& terms, Outcome& outcome);

}  // namespace vramlint
