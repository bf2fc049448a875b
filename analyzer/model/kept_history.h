// What autograd keeps from turn to turn of a loop, for results whose history is not let go of: `total = total + loss`.
#pragma once

#include <optional>
#include <vector>

#include "model/kept_growth.h"

namespace vramlint::model {

struct KeptHistory {
  Bytes bytes;  ///< of the last turn
  Span place;   ///< that made the result which leads there
  Tensor* result = nullptr;
};

/// Whether the last turn recorded anything for a backward.
bool records_history(const Builder& builder, const std::vector<BetweenTurns>& turns);

/// Where what is live leads back through the last three turns, and as much is saved in each of the last two.
std::optional<KeptHistory> history_kept(Builder& builder, const std::vector<BetweenTurns>& turns);

}  // namespace vramlint::model
