// Iterating over values, and their lengths.
#include <algorithm>

#include "interp/counted_text.h"
#include "interp/data_code.h"
#include "interp/followed.h"
#include "interp/frame.h"
#include "interp/gathering.h"
#include "interp/opaque.h"
#include "interp/operators.h"
#include "interp/text.h"
#include "interp/uncertain.h"
#include "interp/unknown_lists.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

/// Items of a list as they are when they are reached: the list may change meanwhile.
struct ListIterator : Resumable<ListIterator> {
  explicit ListIterator(Value s) : source(std::move(s)) {}
  std::optional<Value> next(Interpreter&) override {
    auto* list = source.as<List>();
    if (!list || at >= list->items.size()) return source = Value::none(), std::nullopt;
    return list->items[at++];
  }
  const Value* ahead() const override {
    const auto* list = source.as<List>();
    return list && at + 1 < list->items.size() ? &list->items[at] : nullptr;
  }
  void pass(Interpreter&) override { ++at; }
  bool visit(const Visitor& visitor) const override { return visitor(source), true; }
  Value source;
  size_t at = 0;
};

struct TupleIterator : Resumable<TupleIterator> {
  explicit TupleIterator(Value s) : source(std::move(s)) {}
  std::optional<Value> next(Interpreter&) override {
    auto* tuple = source.as<Tuple>();
    if (!tuple || at >= tuple->items.size()) return source = Value::none(), std::nullopt;
    return tuple->items[at++];
  }
  bool visit(const Visitor& visitor) const override { return visitor(source), true; }
  Value source;
  size_t at = 0;
};

struct RangeIterator : Resumable<RangeIterator> {
  RangeIterator(const Range& r, Origin o) : at(r.start), left(r.length()), step(r.step), origin(o) {}
  std::optional<Value> next(Interpreter&) override {
    if (left == 0) return {};
    --left;
    const int64_t now = at;
    if (left > 0) at += step;
    return Value::integer(now).with_origin(origin);
  }
  bool visit(const Visitor&) const override { return true; }
  int64_t at, left, step;
  Origin origin;
};

/// Keys of a dict or items of a set.
struct KeyIterator : Resumable<KeyIterator> {
  KeyIterator(Value s, const Dict& t) : source(std::move(s)), table(&t), size(t.size()) {}
  std::optional<Value> next(Interpreter& interpreter) override {
    if (!table) return {};
    if (table->size() != size) interpreter.raise("RuntimeError", "dictionary changed size during iteration", {});
    while (at < table->entries().size() && !table->entries()[at].live) ++at;
    if (at >= table->entries().size()) return table = nullptr, source = Value::none(), std::nullopt;
    return table->entries()[at++].key;
  }
  bool visit(const Visitor& visitor) const override { return visitor(source), true; }
  Value source;
  const Dict* table;
  size_t size;
  size_t at = 0;
};

struct StringIterator : Resumable<StringIterator> {
  explicit StringIterator(Value s) : source(std::move(s)) {}
  std::optional<Value> next(Interpreter&) override {
    const std::string_view text = source.as_string();
    if (at >= text.size()) return {};
    const size_t start = at++;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
    return Value::string(std::string(text.substr(start, at - start)));
  }
  bool visit(const Visitor& visitor) const override { return visitor(source), true; }
  Value source;
  size_t at = 0;
};

struct BytesIterator : Resumable<BytesIterator> {
  explicit BytesIterator(Value s) : source(std::move(s)) {}
  std::optional<Value> next(Interpreter&) override {
    const std::string& text = source.as<ByteString>()->text;
    if (at >= text.size()) return {};
    return Value::integer(static_cast<unsigned char>(text[at++]));
  }
  bool visit(const Visitor& visitor) const override { return visitor(source), true; }
  Value source;
  size_t at = 0;
};

/// An object with __next__.
struct ProtocolIterator : Resumable<ProtocolIterator> {
  ProtocolIterator(Value s, Value m) : self(std::move(s)), method(std::move(m)) {}
  std::optional<Value> next(Interpreter& interpreter) override {
    try {
      return interpreter.call(method, {self}, {});
    } catch (Raised& raised) {
      if (interpreter.type_of(raised.exception)->derives_from(interpreter.builtin_class("StopIteration"))) return {};
      throw;
    }
  }
  bool visit(const Visitor& visitor) const override { return visitor(self), visitor(method), true; }
  Value self, method;
};

/// An object with only __getitem__.
struct ItemIterator : Resumable<ItemIterator> {
  ItemIterator(Value s) : self(std::move(s)) {}
  std::optional<Value> next(Interpreter& interpreter) override {
    try {
      return interpreter.get_item(self, Value::integer(at++), {});
    } catch (Raised& raised) {
      if (interpreter.type_of(raised.exception)->derives_from(interpreter.builtin_class("IndexError"))) return {};
      throw;
    }
  }
  bool visit(const Visitor& visitor) const override { return visitor(self), true; }
  Value self;
  int64_t at = 0;
};

Value from_protocol(Interpreter& interpreter, const Value& iterator, const Span& span) {
  if (iterator.is_unknown() || iterator.as<Iterator>()) return iterator;
  if (const Value* next = user_method(interpreter, iterator, "__next__"))
    return Value(new ProtocolIterator(iterator, Value(*next)));
  interpreter.raise("TypeError", "iter() returned non-iterator of type '" + interpreter.type_of(iterator)->name + "'",
                    span);
}

Value make_iterator(Interpreter& interpreter, const Value& iterable, const Span& span) {
  if (iterable.as<Iterator>()) return iterable;
  if (auto* native = iterable.as<Native>())
    if (auto result = native->iterate(interpreter, span)) return std::move(*result);
  if (const Value* method = user_method(interpreter, iterable, "__iter__"))
    return from_protocol(interpreter, interpreter.call(Value(*method), {iterable}, span), span);
  if (iterable.as<List>()) return Value(new ListIterator(iterable));
  if (iterable.as<Tuple>()) return Value(new TupleIterator(iterable));
  if (auto* range = iterable.as<Range>()) return Value(new RangeIterator(*range, iterable.origin()));
  if (auto* dict = iterable.as<Dict>()) return Value(new KeyIterator(iterable, *dict));
  if (auto* set = iterable.as<Set>()) return Value(new KeyIterator(iterable, set->table));
  if (iterable.is_string()) return Value(new StringIterator(iterable));
  if (iterable.as<ByteString>()) return Value(new BytesIterator(iterable));
  if (user_method(interpreter, iterable, "__next__")) return from_protocol(interpreter, iterable, span);
  if (user_method(interpreter, iterable, "__getitem__")) return Value(new ItemIterator(iterable));
  if (Value hidden = special_that_may_be(interpreter, iterable, span); hidden.is_unknown()) return hidden;
  interpreter.raise("TypeError", "'" + interpreter.type_of(iterable)->name + "' object is not iterable", span,
                    iterable.origin());
}

}  // namespace

Value Interpreter::iterate(const Value& iterable, Span span) {
  if (iterable.is_unknown()) {
    if (counted_text(iterable)) return iterate(characters_of(*this, iterable, span), span);
    const Value items = gone_through(*this, iterable, span);
    return items.is_unknown() ? without_kind(iterable) : iterate(items, span);
  }
  if (Value hidden = items_that_may_be_in(*this, iterable, span); hidden.is_unknown()) return without_kind(hidden);
  goes_through(*this, iterable);
  return make_iterator(*this, iterable, span).with_origin(iterable.origin());
}

std::optional<Value> Interpreter::next(const Value& iterator, Span span) {
  budget().step(span);
  budget().check_stack(span);
  auto* source = iterator.as<Iterator>();
  if (!source) raise("TypeError", "'" + type_of(iterator)->name + "' object is not an iterator", span);
  const Value keep = iterator;
  const Operation operation(budget());
  return heap().write(*source).next(*this);
}

namespace {

/// Once, however long the chain.
std::string needs_items(const std::string& reason) {
  constexpr std::string_view kNeeds = "the items of something that is not known are needed: ";
  return reason.starts_with(kNeeds) ? reason : std::string(kNeeds) + reason;
}

}  // namespace

std::vector<Value> Interpreter::to_vector(const Value& iterable, Span span) {
  const auto copied = [&](const std::vector<Value>& items) {
    budget().allocate(static_cast<int64_t>(items.size() * sizeof(Value)), span);
    return items;
  };
  if (auto* list = iterable.as<List>(); list && iterable.is(ObjectKind::list) && !list->items.empty()) {
    goes_through(*this, iterable);
    return copied(list->items);
  }
  if (auto* tuple = iterable.as<Tuple>(); tuple && iterable.is(ObjectKind::tuple)) return copied(tuple->items);
  if (iterable.is_unknown() && !iterable.as<UnknownValue>()->items.is_none())
    return to_vector(gone_through(*this, iterable, span), span);
  if (iterable.is_unknown())
    raise("UnknownIteration", needs_items(iterable.as<UnknownValue>()->info.reason), span, iterable.origin());
  const Value iterator = iterate(iterable, span);
  if (iterator.is_unknown()) return to_vector(iterator, span);
  Gathering gathering(*this, impl().frames.empty() ? nullptr : impl().frames.back(), iterable);
  std::vector<Value>& items = gathering.items();
  while (auto item = next(iterator, span)) {
    if (items.size() == items.capacity()) {
      budget().allocate(static_cast<int64_t>((2 * items.size() + 4) * sizeof(Value)), span);
      items.reserve(2 * items.size() + 4);
    }
    items.push_back(std::move(*item));
  }
  return std::move(items);
}

namespace {

/// What a program's own `__len__` says: a number, also where it is not known.
Value as_count(const Value& said) {
  const auto* unknown = said.as<UnknownValue>();
  if (!unknown || unknown->sort == UnknownValue::Sort::number) return said;
  return Value(new UnknownValue(unknown->info, UnknownValue::Sort::number)).with_origin(said.origin());
}

/// Two items that are not known may be the same.
Value length_of_set(const Set& set) {
  const std::vector<Dict::Entry>& entries = set.table.entries();
  const auto open = std::find_if(entries.begin(), entries.end(),
                                 [](const Dict::Entry& each) { return each.live && each.key.is_unknown(); });
  if (open == entries.end() || set.table.size() < 2) return Value::integer(static_cast<int64_t>(set.table.size()));
  return Value(new UnknownValue(open->key.as<UnknownValue>()->info, UnknownValue::Sort::number));
}

}  // namespace

Value Interpreter::length(const Value& value, Span span) {
  if (value.is_unknown()) {
    if (const CountedText* text = counted_text(value)) return Value::integer(text->count).with_origin(value.origin());
    const Value& items = value.as<UnknownValue>()->items;
    if (const UnknownList* list = unknown_list(value); list && !list->count.is_none()) return list->count;
    return items.is_none() || items.as<Iterator>() ? without_kind(value) : length(items, span);
  }
  if (Value hidden = length_that_may_be(*this, value, span); hidden.is_unknown()) return hidden;
  std::optional<int64_t> count;
  if (auto* native = value.as<Native>()) {
    if (std::optional<Value> bounded = native->bounded_length(*this, span)) return *bounded;
    count = native->length(*this, span);
  } else if (const Value* method = user_method(*this, value, "__len__"))
    return length_of_data(*this, value, as_count(call(Value(*method), {value}, span)));
  else if (auto* list = value.as<List>())
    count = static_cast<int64_t>(list->items.size());
  else if (auto* tuple = value.as<Tuple>())
    count = static_cast<int64_t>(tuple->items.size());
  else if (auto* dict = value.as<Dict>())
    count = static_cast<int64_t>(dict->size());
  else if (auto* set = value.as<Set>())
    return length_of_set(*set).with_origin(value.origin());
  else if (auto* range = value.as<Range>())
    count = range->length();
  else if (auto* bytes = value.as<ByteString>())
    count = static_cast<int64_t>(bytes->text.size());
  else if (auto* text = value.as<String>())
    count = length_of(*this, *text, span);
  Value hidden = count ? Value() : special_that_may_be(*this, value, span);
  if (hidden.is_unknown()) return hidden;
  if (!count) raise("TypeError", "object of type '" + type_of(value)->name + "' has no len()", span, value.origin());
  return Value::integer(*count).with_origin(value.origin());
}

}  // namespace vramlint::interp
