#include "model/round_counts.h"

#include <algorithm>

namespace vramlint::model {
namespace {

constexpr int64_t kMost = 1'000'000'000;

}  // namespace

void RoundCounts::runs(const Span& loop, int64_t turns) {
  if (turns > 0 && of(loop) == 0) turns_.emplace_back(loop, std::min(turns, kMost));
}

int64_t RoundCounts::of(const Span& loop) const {
  const auto known = std::find_if(turns_.begin(), turns_.end(), [&](const auto& each) { return each.first == loop; });
  return known == turns_.end() ? 0 : known->second;
}

int64_t RoundCounts::last(const TrainingLoop& loop) const {
  if (limit_) return *limit_ - 1;
  int64_t rounds = of(loop.span);
  for (const Span& each : loop.around) rounds = std::min(rounds * of(each), kMost);
  return rounds - 1;
}

}  // namespace vramlint::model
