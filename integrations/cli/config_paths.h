// The files that a command's PATHs mean.
#pragma once

#include <string>
#include <vector>

#include "integrations/cli/workspace.h"

namespace vramlint::cli {

struct ConfigPaths {
  std::vector<const Source*> sources;   ///< by path, each once
  size_t excluded = 0;                  ///< files and folders that globs leave out
  std::vector<std::string> unreadable;  ///< "config/x.yaml: no such file"
};

/// A file is itself; of a folder, every file that a recipe or a dialect claims, but for hidden ones. With
/// `only_claimed` files that nobody claims are passed over, too: hooks are given whatever changed.
ConfigPaths find_configs(Workspace& workspace, const std::vector<std::string>& paths, bool only_claimed);

/// What is searched where no PATH is given: the folder one stands in, or a root that lies elsewhere.
std::vector<std::string> default_paths(const std::string& root);

}  // namespace vramlint::cli
