// What a project's own files say is installed: requirements, environments, the metadata of its package.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/files.h"

namespace vramlint::config {

/// By the name that is imported, with the release where one is pinned; the first statement of a name counts.
std::vector<std::pair<std::string, std::string>> stated_packages(Files& files);

}  // namespace vramlint::config
