// Findings of two runs that are the same finding.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/finding.h"

namespace vramlint::cli {

/// Takes out of both what is one finding: of one rule, config and file, and of one line's text where that is still
/// there; else in order, for a value that was edited, and a peak that has grown, are no other finding. How many pairs
/// there were. `renamed`: paths of before to those of after.
size_t drop_pairs(std::vector<Finding>& before, std::vector<Finding>& after,
                  const std::map<std::string, std::string>& renamed);

}  // namespace vramlint::cli
