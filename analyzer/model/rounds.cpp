#include "model/rounds.h"

#include <algorithm>

namespace vramlint::model {
namespace {

bool goes_on(const syntax::Body& arm) {
  if (arm.empty()) return false;
  const auto& last = arm.back()->node;
  return !std::holds_alternative<syntax::Break>(last) && !std::holds_alternative<syntax::Continue>(last) &&
         !std::holds_alternative<syntax::Return>(last) && !std::holds_alternative<syntax::Raise>(last);
}

}  // namespace

void RoundConditions::meet(const syntax::If& branch, bool taken, bool in_loop) {
  const Span& place = branch.condition->span;
  const auto known = std::find_if(all_.begin(), all_.end(), [&](const auto& each) { return each.place == place; });
  if (known == all_.end())
    all_.push_back({place, taken, false, in_loop, goes_on(taken ? branch.otherwise : branch.then)});
  else
    known->varies = known->varies || known->taken != taken;
}

const RoundCondition* RoundConditions::at(const Span& place) const {
  const auto known = std::find_if(all_.begin(), all_.end(), [&](const auto& each) { return each.place == place; });
  return known == all_.end() ? nullptr : &*known;
}

std::vector<RoundCondition> RoundConditions::of_later_rounds() const {
  std::vector<RoundCondition> turned;
  for (const RoundCondition& each : all_)
    if (each.in_loop && each.goes_other && !each.varies) turned.push_back(each);
  return turned;
}

std::string said_of(const RoundCondition& condition) {
  return "`" + std::string(condition.place.text()) + "` " + (condition.taken ? "no longer holds" : "comes to hold") +
         " in a later round; the step is followed as it is then, too";
}

}  // namespace vramlint::model
