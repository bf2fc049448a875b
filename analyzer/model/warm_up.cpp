#include "model/warm_up.h"

namespace vramlint::model {

void WarmUpSearch::begins_iteration(const Span& loop) {
  depth_ = interpreter_.call_stack().size();
  const int64_t turns = turns_[{loop.source, loop.begin}]++;
  if (!found_ && builder_.optimizer_steps > 0) throw Seen{};  // it trains from the first round on
  if (!found_ && turns >= most_) {
    std::vector<RoundCondition> turned = conditions_.of_later_rounds();
    if (!turned.empty()) {
      found_ = WarmUp{loop, turns, std::move(turned)};
      begin_anew(loop);
    }
  }
  LoopSearch::begins_iteration(loop);
}

bool WarmUpSearch::turns(const interp::Branch& branch, bool taken) {
  if (found_) return found_->turns(branch.condition, taken);
  conditions_.meet(branch, taken, {true, interpreter_.call_stack().size() > depth_, false});
  return false;
}

bool WarmUpSearch::turns_always(const Span& condition) const { return found_ && found_->is_turned(condition); }

}  // namespace vramlint::model
