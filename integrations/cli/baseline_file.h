// Where baselines are read from and written to.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "baseline.h"
#include "integrations/cli/workspace.h"

namespace vramlint::cli {

struct BaselineOptions {
  std::string file;   ///< --baseline
  bool none = false;  ///< --no-baseline
};

/// The file that is named; else the one of vramlint.yaml, where it is there. Throws UsageError for what is no baseline.
std::optional<Baseline> baseline_for(const BaselineOptions& options, Workspace& workspace);

/// Where `vramlint baseline` writes: the file that is named, else that of vramlint.yaml, else a name of our own in the
/// root. Throws UsageError where the project file would lead out of the root.
std::filesystem::path baseline_target(const std::string& file, Workspace& workspace);

}  // namespace vramlint::cli
