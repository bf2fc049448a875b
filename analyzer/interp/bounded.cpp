#include "interp/bounded.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "interp/builtins_parts.h"
#include "interp/impl.h"
#include "interp/summed.h"
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

Bounds squared(const Bounds& of) {
  const double low = of.low * of.low, high = of.high * of.high;
  return {of.low <= 0 && of.high >= 0 ? 0 : std::min(low, high), of.point * of.point, std::max(low, high), of.whole};
}

bool same_number(const Bounds& a, const Bounds& b) {
  return (a.name != 0 && a.name == b.name) || distance(a, b) == std::optional(0.0);
}

/// The same number and something known more.
Bounds moved(Bounds bounds, double by) {
  for (double* one : {&bounds.low, &bounds.point, &bounds.high, &bounds.offset}) *one += by;
  bounds.name = bounds.under = 0;
  return bounds;
}

/// The same number with the other sign.
Bounds turned(Bounds bounds) {
  const double low = bounds.low;
  bounds.low = -bounds.high, bounds.point = -bounds.point, bounds.high = -low, bounds.offset = -bounds.offset;
  bounds.sign = -bounds.sign;
  bounds.name = bounds.under = 0;
  return bounds;
}

std::optional<Bounds> shifted(BinaryOp op, const Bounds& a, const Bounds& b) {
  if (!a.whole || !b.whole) return {};
  if (op == BinaryOp::sub) return shifted(BinaryOp::add, a, turned(b));
  if (op != BinaryOp::add) return {};
  if (a.base && is_single(b)) return moved(a, b.low);
  if (b.base && is_single(a)) return moved(b, a.low);
  if (!a.base || a.base != b.base || a.sign == b.sign) return {};
  const double left = a.offset + b.offset;
  return Bounds{left, left, left};
}

bool is_the_int(const Bounds& bounds, double number) {
  return bounds.whole && is_single(bounds) && bounds.low == number;
}

/// What leaves a number as it is: it is the same one then.
std::optional<Bounds> left_as_it_is(BinaryOp op, const Bounds& a, const Bounds& b) {
  const bool adds = op == BinaryOp::add, multiplies = op == BinaryOp::mul;
  if ((adds || op == BinaryOp::sub) && is_the_int(b, 0)) return a;
  if ((multiplies || (op == BinaryOp::floor_div && a.whole)) && is_the_int(b, 1)) return a;
  if ((adds && is_the_int(a, 0)) || (multiplies && is_the_int(a, 1))) return b;
  if (op == BinaryOp::sub && same_number(a, b)) return Bounds{0, 0, 0, a.whole};
  return {};
}

/// `256 / height`.
Bounds quotient(const Bounds& a, const Bounds& b) {
  Bounds made = over(a, b, false, [](double x, double y) { return x / y; });
  if (is_single(a) && b.base && b.sign == 1) made.under = b.base, made.dividend = a.low, made.under_offset = b.offset;
  return made;
}

/// `height * (256 / height)`.
std::optional<Bounds> dividend(const Bounds& a, const Bounds& b) {
  for (const auto& [number, ratio] : {std::pair(a, b), std::pair(b, a)})
    if (ratio.under && ratio.under == number.base && ratio.under_offset == number.offset && number.sign == 1)
      return Bounds{ratio.dividend, ratio.dividend, ratio.dividend, false};
  return {};
}

/// Whoever divides by a count goes on where it is not 0.
Bounds divisor(BinaryOp op, Bounds b) {
  const bool divides = op == BinaryOp::div || op == BinaryOp::floor_div;
  if (!divides || !b.whole || b.low != 0 || b.high < 1) return b;
  b.low = 1, b.point = std::max(b.point, 1.0);
  return b;
}

std::optional<Bounds> operate(BinaryOp op, const Bounds& a, const Bounds& given) {
  const Bounds b = divisor(op, given);
  if (std::optional<Bounds> same = left_as_it_is(op, a, b)) return same;
  if (std::optional<Bounds> moved = shifted(op, a, b)) return moved;
  const bool whole = a.whole && b.whole, by_zero = b.low <= 0 && b.high >= 0;
  switch (op) {
    case BinaryOp::add:
      return Bounds{a.low + b.low, a.point + b.point, a.high + b.high, whole};
    case BinaryOp::sub:
      return Bounds{a.low - b.high, a.point - b.point, a.high - b.low, whole};
    case BinaryOp::mul:
      if (const std::optional<Bounds> again = dividend(a, b)) return again;
      return over(a, b, whole, [](double x, double y) { return x * y; });
    case BinaryOp::div:
      return by_zero ? std::nullopt : std::optional(quotient(a, b));
    case BinaryOp::floor_div:
      if (by_zero) return {};
      return over(a, b, whole, [](double x, double y) { return std::floor(x / y); });
    case BinaryOp::mod:
      return rest(a, b, whole);
    case BinaryOp::pow:
      return is_single(b) && b.low == 2 ? std::optional(squared(a)) : std::nullopt;
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

/// What is a number, though nothing bounds it.
Value unbounded(const Value& left, const Value& right) {
  if (!is_numeric(left) || !is_numeric(right)) return undecided(left, right);
  return Value(new UnknownValue(reason(left, right), UnknownValue::Sort::number));
}

std::optional<bool> is_less(const Bounds& a, const Bounds& b, bool or_equal) {
  if (same_number(a, b)) return or_equal;
  if (or_equal ? a.high <= b.low : a.high < b.low) return true;
  if (or_equal ? a.low > b.high : a.low >= b.high) return false;
  return {};
}

std::optional<bool> is_equal(const Bounds& a, const Bounds& b) {
  if (same_number(a, b)) return true;
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

CompareOp opposite(CompareOp op) {
  switch (op) {
    case CompareOp::lt:
      return CompareOp::ge;
    case CompareOp::le:
      return CompareOp::gt;
    case CompareOp::gt:
      return CompareOp::le;
    case CompareOp::ge:
      return CompareOp::lt;
    case CompareOp::eq:
      return CompareOp::ne;
    case CompareOp::ne:
      return CompareOp::eq;
    default:
      return op;
  }
}

std::optional<double> distance(const Bounds& from, const Bounds& to) {
  const bool alike = from.base != 0 && from.base == to.base && from.sign == to.sign;
  return alike ? std::optional(to.offset - from.offset) : std::nullopt;
}

BoundedNumber::BoundedNumber(Unknown why, const Bounds& of)
    : UnknownValue(std::move(why), Sort::number), bounds([&] {
        static std::atomic<uint32_t> last_base = 0;
        constexpr uint32_t kByName = uint32_t{1} << 31;  // whoever reads a number with a name reads the same one
        Bounds own = of;
        if (own.base == 0) own.base = own.name != 0 ? own.name | kByName : ++last_base, own.offset = 0, own.sign = 1;
        return own;
      }()) {}

const BoundedNumber* bounded_number(const Value& value) {
  return value.is_unknown() ? dynamic_cast<const BoundedNumber*>(value.object()) : nullptr;
}

const BoundedCondition* bounded_condition(const Value& value) {
  return value.is_unknown() ? dynamic_cast<const BoundedCondition*>(value.object()) : nullptr;
}

Value without_condition(const Value& condition) {
  if (!bounded_condition(condition)) return condition;
  return Value(new UnknownValue(condition.as<UnknownValue>()->info)).with_origin(condition.origin());
}

Value negated(const BoundedCondition& condition) {
  return Value(new BoundedCondition(condition.info, opposite(condition.op), condition.left, condition.right));
}

bool holds_at_point(const BoundedCondition& condition) {
  const auto pointed = [](const Bounds& of) { return Bounds{of.point, of.point, of.point, of.whole}; };
  return holds(condition.op, pointed(condition.left), pointed(condition.right)).value_or(false);
}

bool leaves_nothing(const BoundedCondition& condition, bool is_true) {
  constexpr uint32_t kLeft = UINT32_MAX, kRight = UINT32_MAX - 1;
  Bounds left = condition.left, right = condition.right;
  if (left.name == 0) left.name = kLeft;  // a product, as in `rows * columns == 0`
  if (right.name == 0) right.name = kRight;
  Narrowings arm;
  arm.assume(BoundedCondition(condition.info, condition.op, left, right), is_true);
  const auto none_left = [&](const Bounds& of) {
    const Bounds now = arm.narrowed(of);
    return !is_single(of) && now.low == 0 && now.high == 0;
  };
  return none_left(left) || none_left(right);
}

Bounds narrowed(Interpreter& interpreter, const Bounds& bounds) {
  return interpreter.impl().narrowings.narrowed(bounds);
}

uint32_t new_name(Interpreter& interpreter) { return ++interpreter.impl().last_name; }

std::optional<Bounds> bounds_of(Interpreter& interpreter, const Value& value) {
  const std::optional<Bounds> bounds = bounds_of(value);
  return bounds ? std::optional(narrowed(interpreter, *bounds)) : bounds;
}

bool is_numeric(const Value& value) {
  return value.is_number() || (value.is_unknown() && value.as<UnknownValue>()->sort == UnknownValue::Sort::number);
}

std::optional<Bounds> bounds_of(const Value& value) {
  if (const BoundedNumber* number = bounded_number(value)) return number->bounds;
  if (!value.is_number()) return {};
  const double plain = value.as_real();
  return Bounds{plain, plain, plain, value.is_integral()};
}

Value between(const Bounds& bounds, const Unknown& why) {
  if (!(bounds.low >= -kExact && bounds.high <= kExact))
    return Value(new UnknownValue(why, UnknownValue::Sort::number));
  if (is_single(bounds))
    return bounds.whole ? Value::integer(static_cast<int64_t>(bounds.low)) : Value::real(bounds.low);
  return Value(new BoundedNumber(why, bounds));
}

std::optional<Bounds> rest_of_sum(const Value& sum, const Bounds& number) {
  const auto* summed = sum.is_unknown() ? dynamic_cast<const SummedNumber*>(sum.object()) : nullptr;
  if (!summed) return {};
  for (const auto& [one, other] : {std::pair(summed->left, summed->right), std::pair(summed->right, summed->left)})
    if (same_number(one, number)) return other;
  return {};
}

Value bounded_operation(Interpreter& interpreter, BinaryOp op, const Value& left, const Value& right) {
  const std::optional<Bounds> a = bounds_of(interpreter, left), b = bounds_of(interpreter, right);
  const std::optional<Bounds> rest = op == BinaryOp::sub && b ? rest_of_sum(left, *b) : std::nullopt;
  if (rest) return between(narrowed(interpreter, *rest), reason(left, right));
  std::optional<Bounds> made = a && b ? operate(op, *a, *b) : std::nullopt;
  if (!made) return unbounded(left, right);
  if (made->whole && made->base == 0 && made->name == 0) made->name = new_name(interpreter);
  Value number = between(*made, reason(left, right));
  const bool is_sum = op == BinaryOp::add && made->whole && made->base == 0 && !is_single(*a) && !is_single(*b);
  return is_sum && bounded_number(number) ? Value(new SummedNumber(reason(left, right), *made, *a, *b)) : number;
}

Value bounded_comparison(Interpreter& interpreter, CompareOp op, const Value& left, const Value& right) {
  const std::optional<Bounds> a = bounds_of(interpreter, left), b = bounds_of(interpreter, right);
  if (!a || !b) return undecided(left, right);
  const std::optional<bool> decided = holds(op, *a, *b);
  return decided ? Value::boolean(*decided) : Value(new BoundedCondition(reason(left, right), op, *a, *b));
}

std::optional<Value> bounded_choice(const std::optional<Bounds>& left, const std::optional<Bounds>& right,
                                    bool points_left, const Unknown& why, uint32_t name) {
  if (!left || !right) return {};
  if (is_single(*left) && is_single(*right) && !(left->whole && right->whole)) return {};
  return between({std::min(left->low, right->low), points_left ? left->point : right->point,
                  std::max(left->high, right->high), left->whole && right->whole, name},
                 why);
}

std::optional<Value> bounded_extreme(Interpreter& interpreter, const std::vector<Value>& items, bool largest) {
  const auto bounded = std::find_if(items.begin(), items.end(), bounded_number);
  if (bounded == items.end()) return {};
  const auto better = [&](double a, double b) { return largest ? std::max(a, b) : std::min(a, b); };
  std::optional<Bounds> best;
  for (const Value& item : items) {
    const std::optional<Bounds> one = bounds_of(interpreter, item);
    if (!one) return {};
    const std::optional<double> further = best ? distance(*best, *one) : std::nullopt;
    if (further && (largest ? *further <= 0 : *further >= 0)) continue;
    if (best && (largest ? one->high <= best->low : one->low >= best->high)) continue;
    const bool replaces = further || (best && (largest ? one->low >= best->high : one->high <= best->low));
    best = best && !replaces ? Bounds{better(best->low, one->low), better(best->point, one->point),
                                      better(best->high, one->high), best->whole && one->whole}
                             : *one;
  }
  return between(*best, bounded->as<UnknownValue>()->info);
}

BuiltinFunction on_bounds(BuiltinFunction function, double (*image)(double), bool whole) {
  return [function = std::move(function), image, whole](Interpreter& interpreter, Arguments& arguments) {
    const bool alone = arguments.positional.size() == 1 && arguments.keyword.empty();
    const BoundedNumber* number = alone ? bounded_number(arguments.positional[0]) : nullptr;
    if (!number) return function(interpreter, arguments);
    const Bounds of = narrowed(interpreter, number->bounds);
    if (whole && of.whole) return arguments.positional[0];
    const uint32_t name = whole ? new_name(interpreter) : 0;
    return between({image(of.low), image(of.point), image(of.high), whole, name}, number->info)
        .with_origin(arguments.positional[0].origin());
  };
}

Value without_bounds(const Value& value) {
  const BoundedNumber* number = bounded_number(value);
  return number ? Value(new UnknownValue(number->info)).with_origin(value.origin()) : value;
}

}  // namespace vramlint::interp
