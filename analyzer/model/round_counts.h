// How often loops run, as far as it is seen: by their ranges, their loaders, and what a `while` compares.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "model/rounds.h"

namespace vramlint::model {

class RoundCounts {
 public:
  /// The first answer holds.
  void runs(const Span& loop, int64_t turns);
  /// A `while` goes on until this number is reached.
  void limits(int64_t number) { limit_ = number; }
  int64_t of(const Span& loop) const;  ///< 0: not known
  /// What a counter of the training loop has come to when its last round begins, if it counts by one; 0: not known.
  int64_t last(const TrainingLoop& loop) const;

 private:
  std::vector<std::pair<Span, int64_t>> turns_;
  std::optional<int64_t> limit_;
};

}  // namespace vramlint::model
