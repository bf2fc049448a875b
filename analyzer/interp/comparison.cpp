// Comparison, membership, truth, length.
#include "interp/bounded.h"
#include "interp/dict.h"
#include "interp/followed.h"
#include "interp/frame.h"
#include "interp/operators.h"
#include "interp/text.h"
#include "interp/uncertain.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

using syntax::CompareOp;

constexpr std::string_view kRichMethods[] = {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"};
constexpr std::string_view kReflected[] = {"__eq__", "__ne__", "__gt__", "__ge__", "__lt__", "__le__"};
constexpr std::string_view kSymbols[] = {"==", "!=", "<", "<=", ">", ">="};

template <typename T>
bool ordered(CompareOp op, const T& a, const T& b) {
  switch (op) {
    case CompareOp::lt:
      return a < b;
    case CompareOp::le:
      return a <= b;
    case CompareOp::gt:
      return a > b;
    case CompareOp::ge:
      return a >= b;
    default:
      return a == b;
  }
}

bool same_text(Interpreter& interpreter, std::string_view a, std::string_view b, const Span& span) {
  if (a.size() != b.size()) return false;
  interpreter.budget().touch_text(a.size() / 8, span);
  return a == b;
}

bool same_items(Interpreter& interpreter, const std::vector<Value>& a, const std::vector<Value>& b, const Span& span) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    interpreter.budget().touch(2, span);
    if (!interpreter.equal(a[i], b[i], span)) return false;
  }
  return a.size() == b.size();
}

bool same_entries(Interpreter& interpreter, const Dict& a, const Dict& b, bool values, const Span& span) {
  if (a.size() != b.size()) return false;
  for (const auto& entry : a.entries()) {
    if (!entry.live) continue;
    interpreter.budget().touch_entries(1, span);
    const Value* other = b.find(entry.key);
    if (!other || (values && !interpreter.equal(entry.value, *other, span))) return false;
  }
  return true;
}

/// Lists and tuples: the first difference decides.
/// One level of comparing containers with each other.
class Level {
 public:
  Level(Interpreter& interpreter, const Span& span) : budget_(interpreter.budget()) {
    budget_.step(span);
    budget_.enter(span);
  }
  ~Level() { budget_.leave(); }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;

 private:
  Budget& budget_;
};

Value order_items(Interpreter& interpreter, CompareOp op, const std::vector<Value>& a, const std::vector<Value>& b,
                  const Span& span) {
  Level level(interpreter, span);
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i, interpreter.budget().touch(2, span))
    if (!interpreter.equal(a[i], b[i], span)) return interpreter.compare(op, a[i], b[i], span);
  return Value::boolean(ordered(op, a.size(), b.size()));
}

Value order(Interpreter& interpreter, CompareOp op, const Value& a, const Value& b, const Span& span) {
  if (a.is_integral() && b.is_integral()) return Value::boolean(ordered(op, a.as_int(), b.as_int()));
  if (a.is_number() && b.is_number()) return Value::boolean(ordered(op, a.as_real(), b.as_real()));
  if (a.is_string() && b.is_string()) {
    interpreter.budget().touch_text(std::min(a.as_string().size(), b.as_string().size()) / 8, span);
    return Value::boolean(ordered(op, a.as_string(), b.as_string()));
  }
  if (auto* x = a.as<List>())
    if (auto* y = b.as<List>()) return order_items(interpreter, op, x->items, y->items, span);
  if (auto* x = a.as<Tuple>())
    if (auto* y = b.as<Tuple>()) return order_items(interpreter, op, x->items, y->items, span);
  if (auto* x = a.as<Set>())
    if (auto* y = b.as<Set>()) {
      const bool less = op == CompareOp::lt || op == CompareOp::le;
      const Set *small = less ? x : y, *large = less ? y : x;
      interpreter.budget().touch_entries(small->table.entries().size(), span);
      for (const auto& entry : small->table.entries())
        if (entry.live && !large->table.find(entry.key)) return Value::boolean(false);
      return Value::boolean(op == CompareOp::le || op == CompareOp::ge || small->table.size() < large->table.size());
    }
  return Value::not_implemented();
}

std::optional<Value> from_objects(Interpreter& interpreter, CompareOp op, const Value& left, const Value& right,
                                  const Span& span) {
  const auto index = static_cast<size_t>(op);
  if (auto* native = left.as<Native>())
    if (auto result = native->compare(interpreter, op, right, span)) return result;
  if (auto* native = right.as<Native>()) {
    constexpr CompareOp mirrored[] = {CompareOp::eq, CompareOp::ne, CompareOp::gt,
                                      CompareOp::ge, CompareOp::lt, CompareOp::le};
    if (auto result = native->compare(interpreter, mirrored[index], left, span)) return result;
  }
  if (!is_array_with_number(interpreter, left, right)) {
    if (bounded_number(left) || bounded_number(right)) return bounded_comparison(interpreter, op, left, right);
    if (left.is_unknown()) return without_kind(left);
    if (right.is_unknown()) return without_kind(right);
  }
  for (const bool reflected : {false, true}) {
    const Value& self = reflected ? right : left;
    const Value* method = user_method(interpreter, self, reflected ? kReflected[index] : kRichMethods[index]);
    if (!method) continue;
    Value result = interpreter.call(Value(*method), {self, reflected ? left : right}, span);
    if (result.kind() != Value::Kind::not_implemented) return result;
  }
  if (op == CompareOp::ne && (user_method(interpreter, left, "__eq__") || user_method(interpreter, right, "__eq__"))) {
    Value result = interpreter.compare(CompareOp::eq, left, right, span);
    return interpreter.unary(syntax::UnaryOp::logical_not, result, span);
  }
  return {};
}

bool in_bytes(const ByteString& bytes, const Value& item) {
  if (auto* piece = item.as<ByteString>()) return find_text(bytes.text, piece->text) != std::string::npos;
  return item.is_integral() && item.as_int() >= 0 && item.as_int() < 256 &&
         bytes.text.find(static_cast<char>(item.as_int())) != std::string::npos;
}

Value contains(Interpreter& interpreter, const Value& container, const Value& item, const Span& span) {
  if (container.is_unknown()) return without_kind(container);
  if (auto* native = container.as<Native>())
    if (auto result = native->contains(interpreter, item, span)) return std::move(*result);
  if (const Value* method = user_method(interpreter, container, "__contains__"))
    return interpreter.truth(interpreter.call(Value(*method), {container, item}, span), span);
  if (item.is_unknown()) return without_kind(item);
  if (auto* dict = container.as<Dict>()) {
    (void)interpreter.hash(item, span);
    if (dict->find(item)) return Value::boolean(true);
    if (Value part = unknown_part(item); part.is_unknown()) return part;
    const Value hidden = what_may_be_in(interpreter, *dict, span);
    return hidden.is_unknown() ? hidden : Value::boolean(false);
  }
  if (auto* set = container.as<Set>()) {
    (void)interpreter.hash(item, span);
    if (set->table.find(item)) return Value::boolean(true);
    const Value part = unknown_part(item);
    return part.is_unknown() ? part : Value::boolean(false);
  }
  if (container.is_string()) {
    if (!item.is_string())
      interpreter.raise("TypeError",
                        "'in <string>' requires string as left operand, not " + interpreter.type_of(item)->name, span);
    interpreter.budget().touch_text(container.as_string().size() + item.as_string().size(), span);
    return Value::boolean(find_text(container.as_string(), item.as_string()) != std::string_view::npos);
  }
  if (auto* range = container.as<Range>(); range && item.is_integral()) {
    const int64_t n = item.as_int();
    const bool inside = range->step > 0 ? n >= range->start && n < range->stop : n <= range->start && n > range->stop;
    return Value::boolean(inside && (__int128{n} - range->start) % range->step == 0);
  }
  if (auto* bytes = container.as<ByteString>()) {
    interpreter.budget().touch_text(bytes->text.size(), span);
    return Value::boolean(in_bytes(*bytes, item));
  }
  if (!container.is_object())
    interpreter.raise("TypeError", "argument of type '" + interpreter.type_of(container)->name + "' is not iterable",
                      span, container.origin());
  const Value iterator = interpreter.iterate(container, span);
  if (iterator.is_unknown()) return iterator;
  Value unsure;
  while (auto candidate = interpreter.next(iterator, span)) {
    if (candidate->is_unknown())
      unsure = *candidate;
    else if (candidate->same(item) || interpreter.equal(*candidate, item, span))
      return Value::boolean(true);
  }
  return unsure.is_unknown() ? without_kind(unsure) : Value::boolean(false);
}

/// Whether numbers between bounds are the same one, where that is known.
std::optional<bool> equal_bounds(Interpreter& interpreter, const Value& left, const Value& right) {
  if (!bounded_number(left) && !bounded_number(right)) return {};
  const Value decided = bounded_comparison(interpreter, CompareOp::eq, left, right);
  return decided.is_bool() ? std::optional(decided.as_bool()) : std::nullopt;
}

}  // namespace

bool Interpreter::equal(const Value& left, const Value& right, Span span) {
  if (left.is_unknown() || right.is_unknown()) return left.same(right) || equal_bounds(*this, left, right) == true;
  if (left.same(right) && !left.is_real()) return true;
  const Value result = compare(CompareOp::eq, left, right, span);
  if (result.is_unknown()) return false;
  const Value decided = truth(result, span);
  return decided.is_bool() && decided.as_bool();
}

namespace {

bool plainly_equal(Interpreter& interpreter, const Value& left, const Value& right, const Span& span) {
  std::optional<Level> level;
  if (left.is_object() && right.is_object()) level.emplace(interpreter, span);
  const Value a = plain(left), b = plain(right);
  if (a.is_integral() && b.is_integral()) return a.as_int() == b.as_int();
  if (a.is_number() && b.is_number()) return a.as_real() == b.as_real();
  if (a.is_string() && b.is_string()) return same_text(interpreter, a.as_string(), b.as_string(), span);
  if (auto* x = a.as<List>())
    if (auto* y = b.as<List>()) return same_items(interpreter, x->items, y->items, span);
  if (auto* x = a.as<Tuple>())
    if (auto* y = b.as<Tuple>()) return same_items(interpreter, x->items, y->items, span);
  if (auto* x = a.as<Dict>())
    if (auto* y = b.as<Dict>()) return same_entries(interpreter, *x, *y, true, span);
  if (auto* x = a.as<Set>())
    if (auto* y = b.as<Set>()) return same_entries(interpreter, x->table, y->table, false, span);
  if (auto* x = a.as<ByteString>())
    if (auto* y = b.as<ByteString>()) return same_text(interpreter, x->text, y->text, span);
  if (auto* x = a.as<SliceObject>())
    if (auto* y = b.as<SliceObject>())
      return same_items(interpreter, {x->lower, x->upper, x->step}, {y->lower, y->upper, y->step}, span);
  if (auto* x = a.as<Range>())
    if (auto* y = b.as<Range>())
      return x->length() == y->length() &&
             (x->length() == 0 || (x->start == y->start && (x->length() == 1 || x->step == y->step)));
  if (auto* x = a.as<BoundMethod>())
    if (auto* y = b.as<BoundMethod>()) return x->self.same(y->self) && x->function.same(y->function);
  return a.same(b);
}

const std::vector<Value>* items_of(const Value& value) {
  if (auto* list = value.as<List>()) return &list->items;
  auto* tuple = value.as<Tuple>();
  return tuple ? &tuple->items : nullptr;
}

/// Of sets that hold what is not known; empty where all is known, or both are one.
Value undecided_member(const Value& left, const Value& right) {
  if (left.same(right)) return {};
  for (const Value* each : {&left, &right})
    for (const auto& entry : each->as<Set>()->table.entries())
      if (entry.live && entry.key.is_unknown()) return without_kind(entry.key);
  return {};
}

/// Sequences that are alike as far as their items are known: the first that is not. Empty where equality is decided.
Value undecided_item(Interpreter& interpreter, const Value& left, const Value& right, const Span& span) {
  if (left.is(ObjectKind::set) && right.is(ObjectKind::set)) return undecided_member(left, right);
  const auto *a = items_of(left), *b = items_of(right);
  const auto is_unknown = [](const Value& item) { return item.is_unknown(); };
  if (!a || !b || a->size() != b->size() || left.is(ObjectKind::list) != right.is(ObjectKind::list)) return {};
  if (std::none_of(a->begin(), a->end(), is_unknown) && std::none_of(b->begin(), b->end(), is_unknown)) return {};
  Value open;
  for (size_t i = 0; i < a->size(); ++i) {
    const bool unknown = (*a)[i].is_unknown() || (*b)[i].is_unknown();
    if (unknown && !(*a)[i].same((*b)[i]) && !equal_bounds(interpreter, (*a)[i], (*b)[i])) {
      if (!open.is_unknown()) open = without_kind((*a)[i].is_unknown() ? (*a)[i] : (*b)[i]);
    } else if (!interpreter.equal((*a)[i], (*b)[i], span)) {
      return {};
    }
  }
  return open;
}

/// What is not known is no None where its kind is known.
bool cannot_be(const Value& unknown, const Value& other) {
  using Sort = UnknownValue::Sort;
  const auto* one = unknown.is_unknown() ? unknown.as<UnknownValue>() : nullptr;
  return one && other.is_none() && (one->sort == Sort::text || one->sort == Sort::number || one->sort == Sort::tensor);
}

}  // namespace

Value Interpreter::compare(CompareOp op, const Value& left, const Value& right, Span span) {
  const Origin origin = impl_->join(left.origin(), right.origin());
  Value result;
  switch (op) {
    case CompareOp::is:
    case CompareOp::is_not: {
      const bool unknown = left.is_unknown() || right.is_unknown();
      if (unknown && !left.same(right) && !cannot_be(left, right) && !cannot_be(right, left))
        return without_kind(left.is_unknown() ? left : right);
      const bool same = left.same(right) || (left.is(ObjectKind::string) && right.is(ObjectKind::string) &&
                                             left.as_string() == right.as_string());
      return Value::boolean(same == (op == CompareOp::is)).with_origin(origin);
    }
    case CompareOp::in:
    case CompareOp::not_in: {
      result = contains(*this, right, left, span);
      if (result.is_unknown() || op == CompareOp::in) return std::move(result).with_origin(origin);
      return Value::boolean(!result.as_bool()).with_origin(origin);
    }
    default:
      break;
  }
  if (!(left.is_number() && right.is_number()))
    if (auto found = from_objects(*this, op, left, right, span))
      return std::move(*found).with_origin(impl_->join(found->origin(), origin));
  if (op == CompareOp::eq || op == CompareOp::ne) {
    Value open = undecided_item(*this, plain(left), plain(right), span);
    if (open.is_unknown()) return std::move(open).with_origin(origin);
    return Value::boolean(plainly_equal(*this, left, right, span) == (op == CompareOp::eq)).with_origin(origin);
  }
  result = order(*this, op, plain(left), plain(right), span);
  if (result.kind() == Value::Kind::not_implemented)
    raise("TypeError",
          "'" + std::string(kSymbols[static_cast<size_t>(op)]) + "' not supported between instances of '" +
              type_of(left)->name + "' and '" + type_of(right)->name + "'",
          span, origin);
  const Origin joined = impl_->join(result.origin(), origin);
  return std::move(result).with_origin(joined);
}

Value Interpreter::truth(const Value& value, Span span) {
  const Origin origin = value.origin();
  auto known = [&](bool b) { return Value::boolean(b).with_origin(origin); };
  if (bounded_number(value)) return compare(syntax::CompareOp::ne, value, Value::integer(0), span).with_origin(origin);
  if (value.is_unknown()) return value;
  if (value.is_none()) return known(false);
  if (value.is_integral()) return known(value.as_int() != 0);
  if (value.is_real()) return known(value.as_real() != 0);
  if (!value.is_object()) return known(true);
  if (auto* native = value.as<Native>()) {
    auto result = native->truth(*this, span);
    return result ? std::move(*result) : known(true);
  }
  if (const Value* method = user_method(*this, value, "__bool__"))
    return truth(call(Value(*method), {value}, span), span);
  if (const Value* method = user_method(*this, value, "__len__"))
    return truth(call(Value(*method), {value}, span), span);
  if (value.is(ObjectKind::instance)) {
    const Value held = plain(value);
    return held.same(value) ? known(true) : truth(held, span);
  }
  if (value.is_string()) return known(!value.as_string().empty());
  if (Value hidden = truth_that_may_be(*this, value, span); hidden.is_unknown()) return without_kind(hidden);
  if (auto* list = value.as<List>()) return known(!list->items.empty());
  if (auto* tuple = value.as<Tuple>()) return known(!tuple->items.empty());
  if (auto* dict = value.as<Dict>()) return known(dict->size() != 0);
  if (auto* set = value.as<Set>()) return known(set->table.size() != 0);
  if (auto* bytes = value.as<ByteString>()) return known(!bytes->text.empty());
  if (auto* range = value.as<Range>()) return known(range->length() != 0);
  return known(true);
}

bool Interpreter::truthy(const Value& value, Span span) {
  const Value decided = truth(value, span);
  if (!decided.is_unknown()) return decided.as_bool();
  assumptions().push_back({"taken as true, for it is not known: " + decided.as<UnknownValue>()->info.reason, span});
  return true;
}

}  // namespace vramlint::interp
