// Findings of two runs that are the same finding.
#pragma once

#include <cstddef>
#include <vector>

#include "base/finding.h"

namespace vramlint::cli {

/// Takes out of both what is one finding: of one rule, config and file, and of one line's text where that is still
/// there; else in order, for a value that was edited, and a peak that has grown, are no other finding. How many pairs
/// there were.
size_t drop_pairs(std::vector<Finding>& before, std::vector<Finding>& after);

}  // namespace vramlint::cli
