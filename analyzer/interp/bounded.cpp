#include "interp/bounded.h"

#include <algorithm>
#include <cmath>

#include "interp/builtins_parts.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

using syntax::BinaryOp;
using syntax::CompareOp;

constexpr double kExact = 9007199254740992.0;  // 2^53

bool is_single(const Bounds& bounds) { return bounds.low == bounds.high; }

/// Of a function of two numbers that is monotone in each, over the rectangle that the bounds are.
template <typename Function>
Bounds over(const Bounds& a, const Bounds& b, bool whole, Function function) {
  const auto [low, high] =
      std::minmax({function(a.low, b.low), function(a.low, b.high), function(a.high, b.low), function(a.high, b.high)});
  return {low, function(a.point, b.point), high, whole};
}

double floored_rest(double a, double b) { return a - std::floor(a / b) * b; }

/// Python's %, by one positive divisor.
std::optional<Bounds> rest(const Bounds& a, const Bounds& b, bool whole) {
  if (!is_single(b) || b.low <= 0) return {};
  const double divisor = b.low, point = floored_rest(a.point, divisor);
  if (std::floor(a.low / divisor) == std::floor(a.high / divisor))
    return Bounds{floored_rest(a.low, divisor), point, floored_rest(a.high, divisor), whole};
  return Bounds{0, point, whole ? divisor - 1 : divisor, whole};
}

std::optional<Bounds> operate(BinaryOp op, const Bounds& a, const Bounds& b) {
  const bool whole = a.whole && b.whole, by_zero = b.low <= 0 && b.high >= 0;
  switch (op) {
    case BinaryOp::add:
      return Bounds{a.low + b.low, a.point + b.point, a.high + b.high, whole};
    case BinaryOp::sub:
      return Bounds{a.low - b.high, a.point - b.point, a.high - b.low, whole};
    case BinaryOp::mul:
      return over(a, b, whole, [](double x, double y) { return x * y; });
    case BinaryOp::div:
      if (by_zero) return {};
      return over(a, b, false, [](double x, double y) { return x / y; });
    case BinaryOp::floor_div:
      if (by_zero) return {};
      return over(a, b, whole, [](double x, double y) { return std::floor(x / y); });
    case BinaryOp::mod:
      return rest(a, b, whole);
    default:
      return {};
  }
}

const Unknown& reason(const Value& left, const Value& right) {
  return (left.is_unknown() ? left : right).as<UnknownValue>()->info;
}

/// Where the bounds say nothing: what else is not known goes on as it is.
Value undecided(const Value& left, const Value& right) {
  for (const Value* operand : {&left, &right})
    if (operand->is_unknown() && !bounded_number(*operand)) return without_kind(*operand);
  return Value(new UnknownValue(reason(left, right)));
}

std::optional<bool> is_less(const Bounds& a, const Bounds& b, bool or_equal) {
  if (or_equal ? a.high <= b.low : a.high < b.low) return true;
  if (or_equal ? a.low > b.high : a.low >= b.high) return false;
  return {};
}

std::optional<bool> is_equal(const Bounds& a, const Bounds& b) {
  if (a.high < b.low || b.high < a.low) return false;
  return is_single(a) && is_single(b) ? std::optional(true) : std::nullopt;
}

std::optional<bool> holds(CompareOp op, const Bounds& a, const Bounds& b) {
  switch (op) {
    case CompareOp::lt:
      return is_less(a, b, false);
    case CompareOp::le:
      return is_less(a, b, true);
    case CompareOp::gt:
      return is_less(b, a, false);
    case CompareOp::ge:
      return is_less(b, a, true);
    case CompareOp::eq:
      return is_equal(a, b);
    case CompareOp::ne: {
      const std::optional<bool> same = is_equal(a, b);
      return same ? std::optional(!*same) : std::nullopt;
    }
    default:
      return {};
  }
}

}  // namespace

const BoundedNumber* bounded_number(const Value& value) {
  return value.is_unknown() ? dynamic_cast<const BoundedNumber*>(value.object()) : nullptr;
}

std::optional<Bounds> bounds_of(const Value& value) {
  if (const BoundedNumber* number = bounded_number(value)) return number->bounds;
  if (!value.is_number()) return {};
  const double plain = value.as_real();
  return Bounds{plain, plain, plain, value.is_integral()};
}

Value between(const Bounds& bounds, const Unknown& why) {
  if (!(bounds.low >= -kExact && bounds.high <= kExact)) return Value(new UnknownValue(why));
  if (is_single(bounds))
    return bounds.whole ? Value::integer(static_cast<int64_t>(bounds.low)) : Value::real(bounds.low);
  return Value(new BoundedNumber(why, bounds));
}

Value bounded_operation(BinaryOp op, const Value& left, const Value& right) {
  const std::optional<Bounds> a = bounds_of(left), b = bounds_of(right);
  const std::optional<Bounds> made = a && b ? operate(op, *a, *b) : std::nullopt;
  return made ? between(*made, reason(left, right)) : undecided(left, right);
}

Value bounded_comparison(CompareOp op, const Value& left, const Value& right) {
  const std::optional<Bounds> a = bounds_of(left), b = bounds_of(right);
  const std::optional<bool> decided = a && b ? holds(op, *a, *b) : std::nullopt;
  return decided ? Value::boolean(*decided) : undecided(left, right);
}

std::optional<Value> bounded_extreme(const std::vector<Value>& items, bool largest) {
  const auto bounded = std::find_if(items.begin(), items.end(), bounded_number);
  if (bounded == items.end()) return {};
  const auto better = [&](double a, double b) { return largest ? std::max(a, b) : std::min(a, b); };
  std::optional<Bounds> best;
  for (const Value& item : items) {
    const std::optional<Bounds> one = bounds_of(item);
    if (!one) return {};
    best = best ? Bounds{better(best->low, one->low), better(best->point, one->point), better(best->high, one->high),
                         best->whole && one->whole}
                : *one;
  }
  return between(*best, bounded->as<UnknownValue>()->info);
}

BuiltinFunction on_bounds(BuiltinFunction function, double (*image)(double), bool whole) {
  return [function = std::move(function), image, whole](Interpreter& interpreter, Arguments& arguments) {
    const bool alone = arguments.positional.size() == 1 && arguments.keyword.empty();
    const BoundedNumber* number = alone ? bounded_number(arguments.positional[0]) : nullptr;
    if (!number) return function(interpreter, arguments);
    const Bounds& of = number->bounds;
    return between({image(of.low), image(of.point), image(of.high), whole}, number->info)
        .with_origin(arguments.positional[0].origin());
  };
}

Value without_bounds(const Value& value) {
  const BoundedNumber* number = bounded_number(value);
  return number ? Value(new UnknownValue(number->info)).with_origin(value.origin()) : value;
}

}  // namespace vramlint::interp
