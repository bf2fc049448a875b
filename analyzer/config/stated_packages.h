// What a project's own files say is installed: requirements, environments, the metadata of its package.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/files.h"

namespace vramlint::config {

struct StatedPackage {
  std::string name;     ///< as it is imported
  std::string release;  ///< where one is pinned
  std::string range;    ///< ">=2.1,<3", as it stands there; empty: any
  std::string file;
};

/// The first statement of a name counts.
std::vector<StatedPackage> stated_packages(Files& files);

/// Likewise, of the files that most projects have: without a look at which others there are.
std::vector<StatedPackage> packages_stated_by_usual_names(Files& files);

/// Their names with the release where one is pinned.
std::vector<std::pair<std::string, std::string>> pins_of(const std::vector<StatedPackage>& packages);

}  // namespace vramlint::config
