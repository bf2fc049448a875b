// All configs analysed, on several threads.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "baseline.h"
#include "integrations/cli/workspace.h"

namespace vramlint::cli {

struct RunResult {
  Outcome outcome;
  std::vector<std::shared_ptr<const Source>> kept;  ///< texts that findings point into and nobody else owns
  std::vector<std::string> bugs;                    ///< "config/x.yaml: …": analyses that ended in a bug of ours
  size_t left = 0;                                  ///< configs that were not begun: it was interrupted
};

struct RunOptions {
  unsigned jobs = 0;                   ///< 0: one for each processor
  bool whole_project = false;          ///< the sources are all of its configs: what none of them shows is not there
  const Baseline* baseline = nullptr;  ///< what it has is left out
  std::function<void(const ConfigOutcome&)> done;  ///< told of each config, one at a time, in the order they end
};

/// The same result for any number of jobs.
RunResult analyze_all(Workspace& workspace, const std::vector<const Source*>& sources, const RunOptions& options);

}  // namespace vramlint::cli
