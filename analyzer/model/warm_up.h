// Training that begins only once the number of a round is far off, `if step > learning_starts:`. Rounds are let pass,
// and the branches that went one way in all of them go the other way from then on.
#pragma once

#include <map>
#include <utility>

#include "model/loop_search.h"

namespace vramlint::model {

/// Finds the loop of such a training. `turns`: how many rounds are let pass, of whichever loop has had as many first.
class WarmUpSearch : public LoopSearch {
 public:
  WarmUpSearch(interp::Interpreter& interpreter, const Builder& builder, int64_t turns)
      : LoopSearch(interpreter, builder), interpreter_(interpreter), builder_(builder), most_(turns) {}
  void begins_iteration(const Span& loop) override;
  bool numbers_rounds(const Span&) const override { return true; }
  bool is_counting() const override { return true; }
  bool turns(const interp::Branch& branch, bool taken) override;
  bool turns_always(const Span& condition) const override;
  const std::optional<WarmUp>& warm_up() const { return found_; }

 private:
  interp::Interpreter& interpreter_;
  const Builder& builder_;
  const int64_t most_;
  size_t depth_ = 0;  ///< of the loop that runs, in calls
  std::map<std::pair<const Source*, uint32_t>, int64_t> turns_;
  RoundConditions conditions_;
  std::optional<WarmUp> found_;
};

}  // namespace vramlint::model
