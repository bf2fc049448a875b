// Which of a config's phases are told: where both arms of a branch were followed the one with the higher peak, and of
// later rounds those that need more than the first one.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "base/unknown.h"
#include "model/build.h"

namespace vramlint {

struct PeakPoint {
  Bytes process, allocated;
  Bytes states;  ///< of the optimizers
};

struct ToldPhases {
  std::vector<Bytes> later;      ///< by phase: states that the optimizer has besides, of steps that take the other arm
  std::vector<Unknown> missing;  ///< from the choice: the others might have been higher
  std::vector<std::vector<Span>> lower;  ///< other arms, on the way to which there is none that is told
  std::vector<Assumption> left_out;      ///< later rounds that need more, and of which less is known
};

/// Leaves those in `built`. `budget`: of the device, where there is one.
ToldPhases leave_highest(model::Built& built, const std::function<PeakPoint(size_t phase)>& peak_of,
                         std::optional<Bytes> budget);

}  // namespace vramlint
