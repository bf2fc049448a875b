// All configs analysed, on several threads.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "integrations/cli/workspace.h"

namespace vramlint::cli {

struct RunResult {
  Outcome outcome;
  std::vector<std::shared_ptr<const Source>> kept;  ///< texts that findings point into and nobody else owns
  std::vector<std::string> bugs;                    ///< "config/x.yaml: …": analyses that ended in a bug of ours
};

/// The same result for any number of jobs. `jobs` 0: one for each processor. `whole_project`: `sources` are all of its
/// configs, so that what no config shows is not there.
RunResult analyze_all(Workspace& workspace, const std::vector<const Source*>& sources, unsigned jobs,
                      bool whole_project = false);

}  // namespace vramlint::cli
