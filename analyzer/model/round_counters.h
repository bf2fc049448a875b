// Which of the numbers that a program counts up tell its rounds apart: not those of a function that a round calls, nor
// those that each round sets anew.
#pragma once

#include <utility>
#include <vector>

#include "model/rounds.h"

namespace vramlint::model {

class RoundCounters {
 public:
  bool counts(const TrainingLoop& loop, const interp::LocalCounter& counter);

 private:
  std::vector<std::pair<Span, bool>> known_;  // by the place that counts
};

}  // namespace vramlint::model
