#include "interp/unknown_lists.h"

#include <algorithm>

#include "interp/anchored.h"
#include "interp/bounded.h"
#include "interp/impl.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

using syntax::BinaryOp;

constexpr int64_t kMostItems = 1 << 20;

/// Items of which no more is known than what all of them are like.
struct Part {
  Value each, count;
};

bool is_whole(const std::optional<Bounds>& bounds) { return bounds && bounds->whole; }

/// What both are like: an int where both are ints, a text where both are texts.
Value either(const Value& a, const Value& b, const Unknown& why) {
  if (a.is_none() || a.same(b)) return b;
  if (b.is_none()) return a;
  if (is_text(a) && is_text(b)) return Value(new UnknownValue(why, UnknownValue::Sort::text));
  const std::optional<Bounds> one = bounds_of(a), other = bounds_of(b);
  if (!is_whole(one) || !is_whole(other))
    return Value(
        new UnknownValue(why, is_numeric(a) && is_numeric(b) ? UnknownValue::Sort::number : UnknownValue::Sort::any));
  return between({std::min(one->low, other->low), one->point, std::max(one->high, other->high)}, why);
}

std::optional<Part> part_of(const Value& value, const Unknown& why) {
  if (const UnknownList* list = unknown_list(value)) return Part{list->each, list->count};
  const auto* list = value.as<List>();
  if (!list) return {};
  Value each;
  for (const Value& item : list->items) each = either(each, item, why);
  return Part{each, Value::integer(static_cast<int64_t>(list->items.size()))};
}

Value operate(Interpreter& interpreter, BinaryOp op, const Value& left, const Value& right, const Span& span) {
  return left.is_none() || right.is_none() ? Value() : interpreter.binary(op, left, right, span);
}

std::optional<Value> repeated(Interpreter& interpreter, const Value& list, const Value& times, const Span& span) {
  const UnknownList* unknown = unknown_list(list);
  const bool is_open = times.is_unknown() && is_numeric(times) && !bounded_number(times);
  if (!bounded_number(times) && !is_open && !(unknown && times.is_integral())) return {};
  const Unknown& why = (times.is_unknown() ? times : list).as<UnknownValue>()->info;
  const std::optional<Part> part = part_of(list, why);
  if (!part) return {};
  if (is_open) return part->each.is_none() ? std::nullopt : std::optional(list_of_such(why, part->each));
  const Value none = Value::integer(0);
  const Value often = times.is_int() ? times : bounded_extreme(interpreter, {times, none}, true).value_or(times);
  return list_of(interpreter, why, part->each, operate(interpreter, BinaryOp::mul, part->count, often, span), span);
}

/// Where an end of a slice lies, from the beginning.
Value place_of(Interpreter& interpreter, const Value& end, const Value& otherwise, const Value& count,
               const Span& span) {
  if (end.is_none()) return otherwise;
  return end.is_int() && end.as_int() < 0 ? interpreter.binary(BinaryOp::add, count, end, span) : end;
}

}  // namespace

std::optional<double> apart(Interpreter& interpreter, const Value& from, const Value& to) {
  const std::optional<Bounds> one = bounds_of(from), other = bounds_of(to);
  if (from.is_int() && to.is_int()) return other->low - one->low;
  if (one && other) return distance(*one, *other);
  const std::optional<Bounds> count = anchored_count(interpreter, from, to);
  return count && count->low == count->high ? std::optional(count->low) : std::nullopt;
}

Value list_of(Interpreter& interpreter, const Unknown& why, const Value& each, const Value& count, const Span& span) {
  if (count.is_int() && count.as_int() <= kMostItems) {
    interpreter.budget().touch(std::max<int64_t>(count.as_int(), 0), span);
    return Value::list(std::vector<Value>(static_cast<size_t>(std::max<int64_t>(count.as_int(), 0)), each));
  }
  return Value(new UnknownList(why, each, each, bounded_number(count) ? count : Value()));
}

std::optional<Value> joined_lists(Interpreter& interpreter, BinaryOp op, const Value& left, const Value& right,
                                  const Span& span) {
  if (op == BinaryOp::mul) {
    const bool is_turned = !left.as<List>() && !unknown_list(left);
    return repeated(interpreter, is_turned ? right : left, is_turned ? left : right, span);
  }
  if (op != BinaryOp::add || (!unknown_list(left) && !unknown_list(right))) return {};
  const Unknown& why = (unknown_list(left) ? left : right).as<UnknownValue>()->info;
  const std::optional<Part> a = part_of(left, why), b = part_of(right, why);
  if (!a || !b) return {};
  const Value count = operate(interpreter, BinaryOp::add, a->count, b->count, span);
  return list_of(interpreter, why, either(a->each, b->each, why), count, span);
}

std::optional<Value> cut_out(Interpreter& interpreter, const UnknownList& list, const SliceObject& slice,
                             const Span& span) {
  if (list.count.is_none() || !(slice.step.is_none() || (slice.step.is_int() && slice.step.as_int() == 1))) return {};
  const Bounds most = narrowed(interpreter, bounded_number(list.count)->bounds);
  const Value from = place_of(interpreter, slice.lower, Value::integer(0), list.count, span);
  const Value to = place_of(interpreter, slice.upper, list.count, list.count, span);
  const std::optional<double> taken = apart(interpreter, from, to);
  const bool is_window = from.is_unknown() && taken && *taken >= 0 && *taken <= most.high;
  if (is_window) {
    const auto count = static_cast<int64_t>(*taken);
    interpreter.assumptions().push_back(
        {"there are as many elements as are taken here: " + std::to_string(count), span});
    return list_of(interpreter, list.info, list.each, Value::integer(count), span);
  }
  // What the program has computed it computes of what there is.
  const auto lesser = [&](const Value& a, const Value& b) -> std::optional<Value> {
    if (a.is_int() && b.is_int()) return a.as_int() < b.as_int() ? a : b;
    return bounded_extreme(interpreter, {a, b}, false);
  };
  const std::optional<Value> end = bounded_number(to) ? to : lesser(to, list.count);
  const std::optional<Value> begin = end ? lesser(from, *end) : std::nullopt;
  if (!begin) return list_of(interpreter, list.info, list.each, {}, span);
  return list_of(interpreter, list.info, list.each, operate(interpreter, BinaryOp::sub, *end, *begin, span), span);
}

std::optional<Value> list_method(Interpreter& interpreter, const Value& list, std::string_view name) {
  const UnknownList* known = unknown_list(list);
  if (!known || known->count.is_none()) return {};
  const auto gives = [&](Value result) {
    return interpreter.make_builtin(std::string(name),
                                    [result = std::move(result)](Interpreter&, Arguments&) { return result; });
  };
  if (name == "copy") return gives(list);
  if (name == "pop") return gives(known->each);
  constexpr std::string_view kInPlace[] = {"append", "extend", "insert", "remove", "reverse", "sort"};
  if (std::find(std::begin(kInPlace), std::end(kInPlace), name) != std::end(kInPlace)) return gives(Value::none());
  if (name == "index" || name == "count")
    return gives(Value(new UnknownValue(known->info, UnknownValue::Sort::number)));
  return {};
}

Value some_int(Interpreter& interpreter, const Unknown& why) {
  Arguments none;
  return with_anchor([&](Interpreter&, Arguments&) {
    return Value(new UnknownValue(why, UnknownValue::Sort::number));
  })(interpreter, none);
}

}  // namespace vramlint::interp
