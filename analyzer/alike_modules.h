// Modules that differ in nothing but the numbers in their paths, as the blocks of a stack do, told as one.
#pragma once

#include <vector>

#include "base/outcome.h"

namespace vramlint {

/// Those of the same operator, category and line are added up; where several modules are, `*` stands for the numbers
/// in which they differ. The largest `most`.
std::vector<Contributor> alike_together(const std::vector<Contributor>& contributors, size_t most);

}  // namespace vramlint
