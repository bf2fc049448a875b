#include "usage/closed_arms.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace vramlint::usage {

namespace {

using Each = std::function<void(const syntax::Expr&)>;

/// The condition, or each part of `a and b`.
void each_conjunct(const syntax::Expr& condition, const Each& each) {
  const auto* chain = std::get_if<syntax::BoolChain>(&condition.node);
  if (!chain || !chain->is_and) return each(condition);
  for (const auto& operand : chain->operands) each_conjunct(*operand, each);
}

bool is_equality(const syntax::Expr& condition) {
  const auto* compare = std::get_if<syntax::Compare>(&condition.node);
  return compare && compare->rest.size() == 1 && compare->rest[0].first == syntax::CompareOp::eq;
}

}  // namespace

std::vector<ClosedArm> closed_arms(const Notes& notes) {
  std::vector<ClosedArm> arms;
  const auto close = [&](const syntax::Body& body, const syntax::Expr& condition, bool is_else) {
    const Comparison* comparison = is_equality(condition) ? notes.comparisons.at(condition.span) : nullptr;
    if (body.empty() || !comparison || (is_else ? comparison->differed : comparison->matched)) return;
    Span place = body.front()->span;
    place.end = body.back()->span.end;
    arms.push_back({place, condition.span, comparison->key, comparison->text, is_else});
  };
  for (const auto& reached : notes.decisions) {
    const syntax::If& branch = *reached.first;
    if (!reached.second.taken)
      each_conjunct(*branch.condition, [&](const syntax::Expr& part) { close(branch.then, part, false); });
    if (!reached.second.not_taken) close(branch.otherwise, *branch.condition, true);
  }
  std::sort(arms.begin(), arms.end(), [](const ClosedArm& a, const ClosedArm& b) {
    return std::tuple(a.place.source->path(), a.place.begin, a.condition.begin) <
           std::tuple(b.place.source->path(), b.place.begin, b.condition.begin);
  });
  return arms;
}

}  // namespace vramlint::usage
