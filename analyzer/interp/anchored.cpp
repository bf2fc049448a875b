#include "interp/anchored.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace vramlint::interp {

namespace {

constexpr size_t kMostAnchors = 8;
constexpr uint32_t kKnown = 0;
constexpr uint32_t kNamedBase = uint32_t{1} << 31;  // as numbers between bounds have it

/// Nothing where it is not known to be an int.
std::optional<Reach> reach_of(Interpreter& interpreter, const Value& value) {
  if (const AnchoredNumber* number = anchored_number(value)) return number->reach;
  const std::optional<Bounds> bounds = bounds_of(interpreter, value);
  if (!bounds || !bounds->whole) return {};
  Reach reach{{{kKnown, bounds->high}}, {{kKnown, bounds->low}}};
  if (bounds->base == kKnown || bounds->sign != 1) return reach;
  for (auto* side : {&reach.above, &reach.below}) side->push_back({bounds->base, bounds->offset});
  return reach;
}

const Anchor* find(const std::vector<Anchor>& anchors, uint32_t base) {
  const auto found =
      std::find_if(anchors.begin(), anchors.end(), [base](const Anchor& each) { return each.base == base; });
  return found == anchors.end() ? nullptr : &*found;
}

/// Of a number that each of both bounds: the closer one of each base.
void join(std::vector<Anchor>& anchors, const std::vector<Anchor>& others, bool largest) {
  for (const Anchor& other : others) {
    const auto same =
        std::find_if(anchors.begin(), anchors.end(), [&](const Anchor& a) { return a.base == other.base; });
    if (same == anchors.end() && anchors.size() < kMostAnchors)
      anchors.push_back(other);
    else if (same != anchors.end())
      same->offset = largest ? std::max(same->offset, other.offset) : std::min(same->offset, other.offset);
  }
}

/// Of a number that one of both bounds: the wider one of each base that both have.
void meet(std::vector<Anchor>& anchors, const std::vector<Anchor>& others, bool largest) {
  std::erase_if(anchors, [&](const Anchor& each) { return !find(others, each.base); });
  for (Anchor& each : anchors) {
    const double other = find(others, each.base)->offset;
    each.offset = largest ? std::max(each.offset, other) : std::min(each.offset, other);
  }
}

/// Of the distances from what bounds one number to what bounds the other, the largest or the smallest.
std::optional<double> reach_between(const std::vector<Anchor>& from, const std::vector<Anchor>& to, bool largest) {
  std::optional<double> best;
  for (const Anchor& anchor : from) {
    const Anchor* other = find(to, anchor.base);
    if (!other) continue;
    const double distance = other->offset - anchor.offset;
    best = !best ? distance : largest ? std::max(*best, distance) : std::min(*best, distance);
  }
  return best;
}

}  // namespace

const AnchoredNumber* anchored_number(const Value& value) {
  return value.is_unknown() ? dynamic_cast<const AnchoredNumber*>(value.object()) : nullptr;
}

Value any_int(const Unknown& why) {
  return Value(new AnchoredNumber(UnknownValue(why, UnknownValue::Sort::number), {}));
}

BuiltinFunction with_anchor(BuiltinFunction function) {
  return [function = std::move(function)](Interpreter& interpreter, Arguments& arguments) {
    Value made = function(interpreter, arguments);
    const auto* unknown = made.as<UnknownValue>();
    if (!unknown || bounded_number(made) || anchored_number(made)) return made;
    if (!unknown->stand_in.is_none() || !unknown->trail.is_none()) return made;  // it depends on tensors
    const Anchor self{new_name(interpreter) | kNamedBase, 0};
    return Value(new AnchoredNumber(*unknown, {{self}, {self}})).with_origin(made.origin());
  };
}

/// How far one is above the other, wherever they are.
static std::optional<Value> difference(const AnchoredNumber* left, const AnchoredNumber* right) {
  if (!left || !right) return {};
  const std::optional<double> most = reach_between(right->reach.below, left->reach.above, false),
                              least = reach_between(right->reach.above, left->reach.below, true);
  if (!most || most != least) return {};
  return Value::integer(static_cast<int64_t>(*most));
}

std::optional<Value> anchored_operation(syntax::BinaryOp op, const Value& left, const Value& right) {
  if (op == syntax::BinaryOp::sub)
    if (std::optional<Value> known = difference(anchored_number(left), anchored_number(right))) return known;
  const bool adds = op == syntax::BinaryOp::add, turned = adds && !anchored_number(left);
  const AnchoredNumber* number = anchored_number(turned ? right : left);
  const Value& other = turned ? left : right;
  if (!number || !other.is_integral() || (!adds && op != syntax::BinaryOp::sub)) return {};
  const double by = adds ? other.as_real() : -other.as_real();
  Reach moved = number->reach;
  for (auto* side : {&moved.above, &moved.below})
    for (Anchor& anchor : *side) anchor.offset += by;
  return Value(new AnchoredNumber(*number, std::move(moved)));
}

namespace {

/// Of an int, known or not, equal for equal ones; nothing where it is only known between which others it lies.
std::optional<uint64_t> identity_of(const Value& value) {
  if (value.is_integral()) return std::hash<int64_t>()(value.as_int());
  const AnchoredNumber* number = anchored_number(value);
  if (!number || number->reach.above.size() != 1 || number->reach.below.size() != 1) return {};
  const Anchor &above = number->reach.above[0], &below = number->reach.below[0];
  if (above.base != below.base || above.offset != below.offset) return {};
  return (uint64_t{above.base} << 32) ^ std::hash<double>()(above.offset);
}

/// `(i + 1) * n` is n more than `i * n`.
std::optional<Value> moved_product(Interpreter& interpreter, syntax::BinaryOp op, const Value& left,
                                   const Value& right) {
  const AnchoredNumber* number = anchored_number(left.is_integral() ? right : left);
  const Value& factor = left.is_integral() ? left : right;
  if (op != syntax::BinaryOp::mul || !number || !factor.is_integral() || !identity_of(Value(number))) return {};
  const double offset = number->reach.above[0].offset;
  const double by = offset * factor.as_real();
  constexpr double kMost = int64_t{1} << 53;
  if (offset == 0 || std::abs(by) > kMost) return {};
  Reach base = number->reach;
  for (auto* side : {&base.above, &base.below}) (*side)[0].offset = 0;
  const Value begin = anchored_product(interpreter, op, Value(new AnchoredNumber(*number, std::move(base))), factor);
  return anchored_operation(syntax::BinaryOp::add, begin, Value::integer(static_cast<int64_t>(by)));
}

}  // namespace

Value anchored_product(Interpreter& interpreter, syntax::BinaryOp op, const Value& left, const Value& right) {
  constexpr uint64_t kMix = 0x9e3779b97f4a7c15;
  constexpr uint32_t kMade = uint32_t{1} << 30;  // no name that is counted up
  if (const std::optional<Value> moved = moved_product(interpreter, op, left, right)) return *moved;
  const std::optional<uint64_t> a = identity_of(left), b = identity_of(right);
  const uint64_t both = a && b ? ((*a * kMix) ^ (*b + static_cast<uint64_t>(op))) * kMix : 0;
  const uint32_t made = static_cast<uint32_t>(both >> 34) | kMade;
  const Anchor self{(a && b ? made : new_name(interpreter)) | kNamedBase, 0};
  return Value(new AnchoredNumber(*(left.is_unknown() ? left : right).as<UnknownValue>(), {{self}, {self}}));
}

std::optional<Value> anchored_extreme(Interpreter& interpreter, const std::vector<Value>& items, bool largest) {
  const auto anchored = std::find_if(items.begin(), items.end(), anchored_number);
  if (anchored == items.end()) return {};
  std::optional<Reach> all;
  for (const Value& item : items) {
    const std::optional<Reach> one = reach_of(interpreter, item);
    if (!one) return {};
    if (!all) {
      all = one;
      continue;
    }
    join(largest ? all->below : all->above, largest ? one->below : one->above, largest);
    meet(largest ? all->above : all->below, largest ? one->above : one->below, largest);
  }
  return Value(new AnchoredNumber(*anchored->as<UnknownValue>(), std::move(*all)));
}

std::optional<Bounds> anchored_count(Interpreter& interpreter, const Value& start, const Value& stop) {
  if (!anchored_number(start) && !anchored_number(stop)) return {};
  const std::optional<Reach> from = reach_of(interpreter, start), to = reach_of(interpreter, stop);
  const std::optional<double> most = from && to ? reach_between(from->below, to->above, false) : std::nullopt;
  if (!most) return {};
  const double high = std::max(*most, 0.0);
  const double low = std::clamp(reach_between(from->above, to->below, true).value_or(0), 0.0, high);
  return Bounds{low, std::ceil((low + high) / 2), high};
}

}  // namespace vramlint::interp
