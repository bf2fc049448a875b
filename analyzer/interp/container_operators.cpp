// Operators on strings, lists, tuples, dicts and sets.
#include <algorithm>

#include "interp/aliases.h"
#include "interp/format.h"
#include "interp/operators.h"

namespace vramlint::interp {

namespace {

using syntax::BinaryOp;

/// How often a sequence of `length` items may be repeated; charges what it will take.
int64_t repetitions(Interpreter& interpreter, const Value& count, size_t length, size_t item_size, const Span& span) {
  const int64_t times = std::max<int64_t>(count.as_int(), 0);
  int64_t size = 0;
  const auto unit = static_cast<int64_t>(length * item_size);
  interpreter.budget().allocate(__builtin_mul_overflow(times, unit, &size) ? -1 : size, span);
  return times;
}

std::string repeat_text(Interpreter& interpreter, std::string_view text, const Value& count, const Span& span) {
  std::string result;
  const int64_t times = repetitions(interpreter, count, text.size(), 1, span);
  if (!text.empty())
    for (int64_t i = 0; i < times; ++i) result += text;
  return result;
}

std::vector<Value> repeat_items(Interpreter& interpreter, const std::vector<Value>& items, const Value& count,
                                const Span& span) {
  std::vector<Value> result;
  const int64_t times = repetitions(interpreter, count, items.size(), sizeof(Value), span);
  if (!items.empty())
    for (int64_t i = 0; i < times; ++i) result.insert(result.end(), items.begin(), items.end());
  return result;
}

std::vector<Value> joined(Interpreter& interpreter, const std::vector<Value>& left, const std::vector<Value>& right,
                          const Span& span) {
  interpreter.budget().allocate(static_cast<int64_t>((left.size() + right.size()) * sizeof(Value)), span);
  std::vector<Value> result = left;
  result.insert(result.end(), right.begin(), right.end());
  return result;
}

Value add(Interpreter& interpreter, const Value& left, const Value& right, const Span& span) {
  if (left.is_string() && right.is_string()) {
    interpreter.budget().allocate(static_cast<int64_t>(left.as_string().size() + right.as_string().size()), span);
    std::string text(left.as_string());
    text += right.as_string();
    return Value::string(std::move(text));
  }
  if (auto* a = left.as<List>())
    if (auto* b = right.as<List>()) return Value::list(joined(interpreter, a->items, b->items, span));
  if (auto* a = left.as<Tuple>())
    if (auto* b = right.as<Tuple>()) return Value::tuple(joined(interpreter, a->items, b->items, span));
  if (auto* a = left.as<ByteString>())
    if (auto* b = right.as<ByteString>()) {
      interpreter.budget().allocate(static_cast<int64_t>(a->text.size() + b->text.size()), span);
      return Value(new ByteString(a->text + b->text));
    }
  return Value::not_implemented();
}

Value multiply(Interpreter& interpreter, const Value& left, const Value& right, const Span& span) {
  const bool count_left = left.is_integral();
  const Value& sequence = count_left ? right : left;
  const Value& count = count_left ? left : right;
  if (!count.is_integral()) return Value::not_implemented();
  if (sequence.is_string()) return Value::string(repeat_text(interpreter, sequence.as_string(), count, span));
  if (auto* bytes = sequence.as<ByteString>())
    return Value(new ByteString(repeat_text(interpreter, bytes->text, count, span)));
  if (auto* list = sequence.as<List>()) return Value::list(repeat_items(interpreter, list->items, count, span));
  if (auto* tuple = sequence.as<Tuple>()) return Value::tuple(repeat_items(interpreter, tuple->items, count, span));
  return Value::not_implemented();
}

bool takes(const Dict& table, const Value& key) { return table.find(key) != nullptr; }

/// A table of what is in both is about to be made.
void charge(Interpreter& interpreter, const Dict& left, const Dict& right, const Span& span) {
  const size_t entries = left.entries().size() + right.entries().size();
  interpreter.budget().touch_entries(2 * entries, span);
  interpreter.budget().allocate(static_cast<int64_t>(entries * sizeof(Dict::Entry)), span);
}

Value set_operation(BinaryOp op, const Set& left, const Set& right) {
  auto* result = new Set(left.frozen);
  Value value(result);
  for (const auto& entry : left.table.entries()) {
    if (!entry.live) continue;
    const bool shared = takes(right.table, entry.key);
    if (op == BinaryOp::bit_or || (op == BinaryOp::bit_and && shared) ||
        ((op == BinaryOp::sub || op == BinaryOp::bit_xor) && !shared))
      result->table.set(entry.key, Value::none());
  }
  if (op == BinaryOp::bit_or || op == BinaryOp::bit_xor)
    for (const auto& entry : right.table.entries())
      if (entry.live && (op == BinaryOp::bit_or || !takes(left.table, entry.key)))
        result->table.set(entry.key, Value::none());
  return value;
}

Value merge_dicts(const Dict& left, const Dict& right) {
  auto* result = new Dict;
  Value value(result);
  for (const Dict* dict : {&left, &right})
    for (const auto& entry : dict->entries())
      if (entry.live) result->set(entry.key, entry.value);
  return value;
}

/// `b"image-%09d" % index`, as texts are; what stands in bytes by themselves is not followed.
Value formatted_bytes(Interpreter& interpreter, const ByteString& bytes, const Value& given, const Span& span) {
  interpreter.budget().touch_text(bytes.text.size(), span);
  const auto* tuple = given.as<Tuple>();
  const auto is_number = [](const Value& value) { return value.is_number(); };
  const bool is_plain = tuple ? std::all_of(tuple->items.begin(), tuple->items.end(), is_number) : given.is_number();
  if (!is_plain) return Value::unknown("bytes that are formatted with more than numbers are not followed", span);
  const Value text = percent_formatted(interpreter, bytes.text, given, span);
  return text.is_string() ? Value(new ByteString(std::string(text.as_string()))) : text;
}

bool is_set_operator(BinaryOp op) {
  return op == BinaryOp::bit_or || op == BinaryOp::bit_and || op == BinaryOp::bit_xor || op == BinaryOp::sub;
}

}  // namespace

Value container_operation(Interpreter& interpreter, BinaryOp op, const Value& left, const Value& right,
                          const Span& span) {
  if (op == BinaryOp::add) return add(interpreter, left, right, span);
  if (op == BinaryOp::mul) return multiply(interpreter, left, right, span);
  if (op == BinaryOp::mod && left.is_string()) interpreter.budget().touch_text(left.as_string().size(), span);
  if (op == BinaryOp::mod && left.is_string()) return percent_formatted(interpreter, left.as_string(), right, span);
  if (const auto* bytes = left.as<ByteString>(); bytes && op == BinaryOp::mod)
    return formatted_bytes(interpreter, *bytes, right, span);
  if (is_set_operator(op))
    if (auto* a = left.as<Set>())
      if (auto* b = right.as<Set>()) {
        charge(interpreter, a->table, b->table, span);
        return set_operation(op, *a, *b);
      }
  if (op == BinaryOp::bit_or) {
    if (auto* a = left.as<Dict>())
      if (auto* b = right.as<Dict>()) {
        charge(interpreter, *a, *b, span);
        return merge_dicts(*a, *b);
      }
    return union_of_types(interpreter, left, right, span);
  }
  return Value::not_implemented();
}

}  // namespace vramlint::interp
