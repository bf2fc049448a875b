// Files that one side has under another name.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "integrations/cli/compare.h"

namespace vramlint::cli {

/// Displayed paths, of the new file to the old one. As git sees it, a file that is gone and one that is new are one
/// where at least half of the larger is in both; each is a part of one pair, those most alike first.
std::map<std::string, std::string> renames(const std::vector<ChangedFile>& files);

}  // namespace vramlint::cli
