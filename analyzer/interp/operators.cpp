// Binary and unary operators: natives first, then the classes' own methods, then the built-in kinds.
#include "interp/operators.h"

#include "interp/anchored.h"
#include "interp/bounded.h"
#include "interp/counted_text.h"
#include "interp/followed.h"
#include "interp/format.h"
#include "interp/frame.h"
#include "interp/heap.h"
#include "interp/known_parts.h"
#include "interp/opaque.h"
#include "interp/round_numbers.h"
#include "interp/uncertain.h"
#include "interp/unknown_lists.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

using syntax::BinaryOp;

struct OperatorSpelling {
  std::string_view symbol, method, reflected, in_place;
};

constexpr OperatorSpelling kSpellings[] = {
    {"+", "__add__", "__radd__", "__iadd__"},
    {"-", "__sub__", "__rsub__", "__isub__"},
    {"*", "__mul__", "__rmul__", "__imul__"},
    {"/", "__truediv__", "__rtruediv__", "__itruediv__"},
    {"//", "__floordiv__", "__rfloordiv__", "__ifloordiv__"},
    {"%", "__mod__", "__rmod__", "__imod__"},
    {"** or pow()", "__pow__", "__rpow__", "__ipow__"},
    {"@", "__matmul__", "__rmatmul__", "__imatmul__"},
    {"<<", "__lshift__", "__rlshift__", "__ilshift__"},
    {">>", "__rshift__", "__rrshift__", "__irshift__"},
    {"&", "__and__", "__rand__", "__iand__"},
    {"|", "__or__", "__ror__", "__ior__"},
    {"^", "__xor__", "__rxor__", "__ixor__"},
};

const OperatorSpelling& operator_spelling(BinaryOp op) { return kSpellings[static_cast<size_t>(op)]; }

Value call_method(Interpreter& interpreter, const Value& self, std::string_view name, const Value& other,
                  const Span& span) {
  const Value* method = user_method(interpreter, self, name);
  return method ? interpreter.call(Value(*method), {self, other}, span) : Value::not_implemented();
}

bool implemented(const Value& value) { return value.kind() != Value::Kind::not_implemented; }

Value from_methods(Interpreter& interpreter, BinaryOp op, const Value& left, const Value& right, const Span& span) {
  const bool right_first = right.is(ObjectKind::instance) && left.is(ObjectKind::instance) &&
                           interpreter.type_of(left) != interpreter.type_of(right) &&
                           interpreter.type_of(right)->derives_from(interpreter.type_of(left));
  if (right_first) {
    Value result = call_method(interpreter, right, operator_spelling(op).reflected, left, span);
    if (implemented(result)) return result;
  }
  Value result = call_method(interpreter, left, operator_spelling(op).method, right, span);
  if (implemented(result) || right_first) return result;
  return call_method(interpreter, right, operator_spelling(op).reflected, left, span);
}

std::optional<Value> from_natives(Interpreter& interpreter, BinaryOp op, const Value& left, const Value& right,
                                  const Span& span) {
  if (auto* native = left.as<Native>())
    if (auto result = native->binary(interpreter, op, right, false, span)) return result;
  if (auto* native = right.as<Native>())
    if (auto result = native->binary(interpreter, op, left, true, span)) return result;
  return {};
}

bool is_sequence(const Value& value) { return value.is_string() || value.as<List>() || value.as<Tuple>(); }

[[noreturn]] void unsupported(Interpreter& interpreter, std::string_view symbol, const Value& left, const Value& right,
                              const Span& span) {
  const Origin origin = interpreter.impl().join(left.origin(), right.origin());
  if (symbol == "+" && is_sequence(left)) {
    const std::string& kind = interpreter.type_of(plain(left))->name;
    interpreter.raise("TypeError",
                      "can only concatenate " + kind + " (not \"" + interpreter.type_of(right)->name + "\") to " + kind,
                      span, origin);
  }
  const auto repeats = [](const Value& value) { return is_sequence(value) || value.as<ByteString>(); };
  if (symbol == "*" && (repeats(left) || repeats(right))) {
    const Value& count = repeats(left) ? right : left;
    interpreter.raise("TypeError",
                      "can't multiply sequence by non-int of type '" + interpreter.type_of(count)->name + "'", span,
                      origin);
  }
  interpreter.raise("TypeError",
                    "unsupported operand type(s) for " + std::string(symbol) + ": '" + interpreter.type_of(left)->name +
                        "' and '" + interpreter.type_of(right)->name + "'",
                    span, interpreter.impl().join(left.origin(), right.origin()));
}

/// `start = i * length`, from which `start + length` is so far away as is known.
bool makes_some_int(BinaryOp op, const Value& left, const Value& right) {
  const auto is_int = [](const Value& value) { return value.is_integral() || anchored_number(value); };
  const bool stays_whole = op == BinaryOp::add || op == BinaryOp::sub || op == BinaryOp::mul ||
                           op == BinaryOp::floor_div || op == BinaryOp::mod;
  return stays_whole && is_int(left) && is_int(right);
}

/// `[x] * n`, of a number that is not known.
std::optional<Value> repeated_some(const Value& sequence, const Unknown& why) {
  if (sequence.is_string()) return Value(new UnknownValue(why, UnknownValue::Sort::text));
  const auto* list = sequence.as<List>();
  if (!list) return sequence.as<Tuple>() ? std::optional(some_items(why)) : std::nullopt;
  return list->items.size() == 1 && !list->items[0].is_none() ? list_of_such(why, list->items[0]) : some_items(why);
}

Value unknown_result(Interpreter& interpreter, BinaryOp op, const Value& left, const Value& right, const Span& span) {
  if (std::optional<Value> list = joined_lists(interpreter, op, left, right, span)) return std::move(*list);
  if (bounded_number(left) || bounded_number(right)) {
    if (!is_text(left) && !is_text(right)) return bounded_operation(interpreter, op, left, right);
  }
  if (std::optional<Value> anchored = anchored_operation(op, left, right)) return std::move(*anchored);
  if (makes_some_int(op, left, right)) return anchored_product(interpreter, op, left, right);
  const Value& unknown = left.is_unknown() && !(is_numeric(left) && right.is_unknown()) ? left : right;
  const Unknown& why = unknown.as<UnknownValue>()->info;
  if (is_numeric(left) && is_numeric(right)) return Value(new UnknownValue(why, UnknownValue::Sort::number));
  if (op == BinaryOp::mul && is_numeric(unknown))
    if (std::optional<Value> many = repeated_some(left.is_unknown() ? right : left, why)) return std::move(*many);
  if (const auto counted = op == BinaryOp::add ? joined_counted({left, right}, "") : std::nullopt) return *counted;
  if (op == BinaryOp::add && (is_text(left) || is_text(right)))
    return text_that_ends(unknown.as<UnknownValue>()->info,
                          right.is_string() ? end_of(left) + end_of(right) : end_of(right),
                          left.is_string() ? begin_of(left) + begin_of(right) : begin_of(left));
  if (op == BinaryOp::mod && left.is_string() && (bounded_number(right) || counted_text(right)))
    return percent_formatted(interpreter, left.as_string(), right, span);
  return op == BinaryOp::mod && is_text(left) ? unknown_text(unknown, 0) : without_kind(unknown);
}

Value operate(Interpreter& interpreter, BinaryOp op, const Value& left, const Value& right, const Span& span) {
  if (left.is_number() && right.is_number()) return number_operation(interpreter, op, left, right, span);
  if (auto result = from_natives(interpreter, op, left, right, span)) return std::move(*result);
  if ((left.is_unknown() || right.is_unknown()) && !is_array_with_number(interpreter, left, right))
    return unknown_result(interpreter, op, left, right, span);
  if (Value result = from_methods(interpreter, op, left, right, span); implemented(result)) return result;
  const Value a = plain(left), b = plain(right);
  if (a.is_number() && b.is_number()) return number_operation(interpreter, op, a, b, span);
  return container_operation(interpreter, op, a, b, span);
}

}  // namespace

bool is_array_with_number(Interpreter& interpreter, const Value& left, const Value& right) {
  const Value& other = left.is_unknown() ? right : left;
  return (is_numeric(left) || is_numeric(right)) && other.is(ObjectKind::instance) &&
         interpreter.type_of(other)->lookup("__array__");
}

const Value* user_method(Interpreter& interpreter, const Value& object, std::string_view name) {
  if (!object.is(ObjectKind::instance) && !object.is(ObjectKind::type)) return nullptr;
  const Value* found = interpreter.type_of(object)->lookup(name);
  return found && !found->is(ObjectKind::builtin) ? found : nullptr;
}

Value plain(const Value& value) {
  auto* instance = value.is(ObjectKind::instance) ? static_cast<const Instance*>(value.object()) : nullptr;
  return instance && !instance->payload.is_none() ? instance->payload : value;
}

namespace {

/// The numpy of the code that runs; none where it does not import it.
Value numpy_in_use(const Interpreter::Impl& impl) {
  if (impl.frames.empty()) return {};
  for (const Dict::Entry& entry : impl.frames.back()->globals().entries())
    if (entry.live && entry.value.as<Module>() && entry.value.as<Module>()->name == "numpy") return entry.value;
  return {};
}

/// `(224, 224) // np.prod(strides)` is an array: numpy's numbers are Python's here, and theirs make arrays of
/// sequences.
std::optional<Value> array_operation(Interpreter& interpreter, BinaryOp op, const Value& left, const Value& right,
                                     const Span& span) {
  const bool is_left = is_sequence(left) && !left.is_string() && right.is_number();
  const bool is_right = is_sequence(right) && !right.is_string() && left.is_number();
  if (op == BinaryOp::mul || !(is_left || is_right)) return {};
  const Value numpy = numpy_in_use(interpreter.impl());
  if (numpy.is_none()) return {};
  interpreter.impl().assumptions.push_back(
      {"a number is taken for one of numpy's, which a sequence makes an array with", span});
  const Value array = interpreter.call(interpreter.get_attribute(numpy, "asarray", span),
                                       std::vector<Value>{is_left ? left : right}, span);
  return interpreter.binary(op, is_left ? array : left, is_left ? right : array, span);
}

void note_remainder(Interpreter& interpreter, const Value& number, const Value& divisor, const Span& span) {
  ++interpreter.impl().frames.back()->remainders;
  Follower* follower = divisor.is_int() ? following(interpreter, span) : nullptr;
  if (!follower) return;
  follower->asks_remainder(divisor.as_int(), span);
  if (follower->is_counting() && is_of_rounds(interpreter, number)) follower->counts_anew(span);
}

}  // namespace

Value Interpreter::binary(BinaryOp op, const Value& left, const Value& right, Span span) {
  if (op == BinaryOp::mod && !left.is_string() && !impl_->frames.empty()) note_remainder(*this, left, right, span);
  Value result = operate(*this, op, left, right, span);
  if (!implemented(result))
    if (std::optional<Value> array = array_operation(*this, op, left, right, span)) return std::move(*array);
  if (!implemented(result)) unsupported(*this, operator_spelling(op).symbol, left, right, span);
  const Origin origin = impl_->join(impl_->join(result.origin(), left.origin()), right.origin());
  return std::move(result).with_origin(origin);
}

namespace {

/// The method that does what the operator does in place; empty where there is none.
std::string_view set_update(BinaryOp op) {
  switch (op) {
    case BinaryOp::bit_or:
      return "update";
    case BinaryOp::bit_and:
      return "intersection_update";
    case BinaryOp::sub:
      return "difference_update";
    case BinaryOp::bit_xor:
      return "symmetric_difference_update";
    default:
      return {};
  }
}

}  // namespace

Value Interpreter::in_place(BinaryOp op, const Value& left, const Value& right, Span span) {
  if (auto* native = left.as<Native>())
    if (auto result = native->in_place(*this, op, right, span)) return std::move(*result);
  if (const Value* method = user_method(*this, left, operator_spelling(op).in_place)) {
    Value result = call(Value(*method), {left, right}, span);
    if (implemented(result)) return result;
  }
  if (auto* list = left.as<List>(); list && op == BinaryOp::add && !right.is_unknown()) {
    std::vector<Value> items = to_vector(right, span);
    budget().allocate(static_cast<int64_t>(items.size() * sizeof(Value)), span);
    const ListChange change = heap().change(*list);
    for (Value& item : items) change.items.push_back(std::move(item));
    return left;
  }
  if (auto* list = left.as<List>(); list && op == BinaryOp::add && !list->items.empty() && !is_followed(*this))
    if (takes_unknown(*this, *list, right)) return left;
  if (auto* list = left.as<List>(); list && op == BinaryOp::mul && right.is_integral()) {
    Value repeated = binary(op, left, right, span);
    heap().change(*list).items = repeated.as<List>()->items;
    return left;
  }
  if (auto* set = left.as<Set>(); set && !set->frozen && right.as<Set>()) {
    if (const std::string_view update = set_update(op); !update.empty()) {
      call(get_attribute(left, update, span), {right}, span);
      return left;
    }
  }
  if (left.as<Dict>() && op == BinaryOp::bit_or && right.as<Dict>()) {
    call(get_attribute(left, "update", span), {right}, span);
    return left;
  }
  return binary(op, left, right, span);
}

Value Interpreter::unary(syntax::UnaryOp op, const Value& operand, Span span) {
  using syntax::UnaryOp;
  if (op == UnaryOp::logical_not) {
    const Value decided = truth(operand, span);
    if (const BoundedCondition* condition = bounded_condition(decided))
      return negated(*condition).with_origin(decided.origin());
    return decided.is_unknown() ? decided : Value::boolean(!decided.as_bool()).with_origin(decided.origin());
  }
  if (op == UnaryOp::negate && bounded_number(operand))
    return bounded_operation(*this, BinaryOp::sub, Value::integer(0), operand).with_origin(operand.origin());
  if (operand.is_unknown()) return operand;
  if (auto* native = operand.as<Native>())
    if (auto result = native->unary(*this, op, span)) return std::move(*result);
  constexpr std::string_view methods[] = {"__neg__", "__pos__", "__invert__"};
  constexpr std::string_view symbols[] = {"-", "+", "~"};
  const auto index = static_cast<size_t>(op);
  if (const Value* method = user_method(*this, operand, methods[index])) return call(Value(*method), {operand}, span);
  const Value value = plain(operand);
  Value result = Value::not_implemented();
  if (value.is_integral() && op == UnaryOp::negate)
    result = number_operation(*this, BinaryOp::sub, Value::integer(0), Value::integer(value.as_int()), span);
  if (value.is_integral() && op == UnaryOp::plus) result = Value::integer(value.as_int());
  if (value.is_integral() && op == UnaryOp::invert) result = Value::integer(~value.as_int());
  if (value.is_real() && op == UnaryOp::negate) result = Value::real(-value.as_real());
  if (value.is_real() && op == UnaryOp::plus) result = value;
  if (!implemented(result))
    raise("TypeError",
          "bad operand type for unary " + std::string(symbols[index]) + ": '" + type_of(operand)->name + "'", span,
          operand.origin());
  return std::move(result).with_origin(operand.origin());
}

}  // namespace vramlint::interp
