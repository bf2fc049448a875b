// Which numbers the loops of a training go through, by the names that the program has for them: `for epoch in
// range(9)`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/span.h"
#include "interp/round_comparison.h"

namespace vramlint::model {

class RoundRanges {
 public:
  /// The loop is at this item.
  void runs(const Span& loop, int64_t item, int64_t last);
  /// False: the comparison of a loop's own number comes out the same in all rounds that are left.
  bool may_turn(const interp::RoundComparison& comparison, bool holds) const;

 private:
  struct Range {
    Span loop;
    int64_t item, last;
  };
  std::vector<Range> ranges_;
};

}  // namespace vramlint::model
