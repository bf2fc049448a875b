// One simulated step as curves: what is held over time, by category.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "analyze.h"

namespace vramlint {

struct StepMoment {
  size_t event = 0;  ///< into Timeline::samples
  memory::Sample sample;
  std::array<Bytes, kCategoryCount> held;  ///< sums to the sample's allocated
};

/// At most `most` moments of one phase, each the highest of its stretch of events, in order: the peak is among them.
/// Nothing where the step begins at its peak and allocates nothing.
std::vector<StepMoment> step_series(const Analysis& analysis, size_t phase, size_t most);

}  // namespace vramlint
