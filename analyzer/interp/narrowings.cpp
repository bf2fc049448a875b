// What the branches that were taken say of numbers between bounds.
#include <algorithm>

#include "interp/bounded.h"

namespace vramlint::interp {

namespace {

using syntax::CompareOp;

constexpr double kNoEnd = 9007199254740992.0;  // 2^53

bool is_one(const Bounds& bounds) { return bounds.low == bounds.high; }

/// The next number that is less or greater.
double step_of(const Bounds& a, const Bounds& b) { return a.whole && b.whole ? 1 : 0; }

}  // namespace

Narrowings::Ends& Narrowings::ends_of(const Bounds& bounds) {
  const auto known = ends_.find(bounds.name);
  undone_.emplace_back(bounds.name, known != ends_.end() ? std::optional(known->second) : std::nullopt);
  if (known != ends_.end()) return known->second;
  return ends_.emplace(bounds.name, Ends{bounds.low, bounds.high}).first->second;
}

void Narrowings::narrow(const Bounds& bounds, double low, double high) {
  if (bounds.name == 0) return;
  Ends& ends = ends_of(bounds);
  const double now_low = std::max(ends.low, low), now_high = std::min(ends.high, high);
  if (now_low <= now_high) ends.low = now_low, ends.high = now_high;  // what cannot be is not followed for long
}

void Narrowings::assume(const BoundedCondition& condition, bool is_true) {
  const CompareOp op = is_true ? condition.op : opposite(condition.op);
  const Bounds a = narrowed(condition.left), b = narrowed(condition.right);
  const double step = step_of(a, b);
  switch (op) {
    case CompareOp::lt:
      narrow(a, -kNoEnd, b.high - step), narrow(b, a.low + step, kNoEnd);
      break;
    case CompareOp::le:
      narrow(a, -kNoEnd, b.high), narrow(b, a.low, kNoEnd);
      break;
    case CompareOp::gt:
      narrow(a, b.low + step, kNoEnd), narrow(b, -kNoEnd, a.high - step);
      break;
    case CompareOp::ge:
      narrow(a, b.low, kNoEnd), narrow(b, -kNoEnd, a.high);
      break;
    case CompareOp::eq:
      narrow(a, b.low, b.high), narrow(b, a.low, a.high);
      break;
    case CompareOp::ne:
      if (is_one(b) && a.low == b.low) narrow(a, a.low + step, kNoEnd);
      if (is_one(b) && a.high == b.low) narrow(a, -kNoEnd, a.high - step);
      break;
    default:
      break;
  }
}

Bounds Narrowings::narrowed(const Bounds& bounds) const {
  const auto known = bounds.name ? ends_.find(bounds.name) : ends_.end();
  if (known == ends_.end()) return bounds;
  const double low = std::max(bounds.low, known->second.low), high = std::min(bounds.high, known->second.high);
  if (low > high) return bounds;
  Bounds closer = bounds;
  closer.low = low, closer.point = std::clamp(bounds.point, low, high), closer.high = high;
  return closer;
}

void Narrowings::undo(size_t mark) {
  for (; undone_.size() > mark; undone_.pop_back()) {
    const auto& [name, before] = undone_.back();
    if (before)
      ends_[name] = *before;
    else
      ends_.erase(name);
  }
}

}  // namespace vramlint::interp
