// Methods of list and tuple.
#include <algorithm>

#include "interp/builtins_parts.h"
#include "interp/builtins_sort.h"
#include "interp/followed.h"
#include "interp/heap.h"
#include "interp/text.h"
#include "interp/uncertain.h"

namespace vramlint::interp {

namespace {

/// Bytes that `self` takes anew when it grows by so many.
int64_t room_for_more(const std::vector<Value>& items, size_t more) {
  if (items.size() + more <= items.capacity()) return 0;
  return static_cast<int64_t>(std::max(2 * items.size(), items.size() + more) * sizeof(Value));
}

Value append(Interpreter& interpreter, const List& self, Arguments& arguments) {
  interpreter.budget().allocate(room_for_more(self.items, 1), arguments.span);
  interpreter.heap().change(self).items.push_back(arguments.positional[0]);
  return Value::none();
}

Value extend(Interpreter& interpreter, const List& self, Arguments& arguments) {
  Value given = arguments.positional[0];
  if (given.is(ObjectKind::instance)) given = interpreter.iterate(given, arguments.span);  // an array of unknown length
  if (takes_unknown(interpreter, self, given)) return Value::none();
  std::vector<Value> items = interpreter.to_vector(given, arguments.span);
  interpreter.budget().allocate(room_for_more(self.items, items.size()), arguments.span);
  const ListChange change = interpreter.heap().change(self);
  for (Value& item : items) change.items.push_back(std::move(item));
  return Value::none();
}

/// The items behind a place make room or close up.
void moves(Interpreter& interpreter, const List&, int64_t behind, Span span) {
  interpreter.budget().touch(static_cast<size_t>(behind) / 4, span);
}

Value insert(Interpreter& interpreter, const List& self, Arguments& arguments) {
  if (arguments.positional[0].is_unknown()) {
    interpreter.budget().allocate(room_for_more(self.items, self.items.size() + 1), arguments.span);
    const ListChange change = interpreter.heap().change(self);
    change.items.push_back(arguments.positional[1]);
    for (Value& item : change.items) item = arguments.positional[0];
    return Value::none();
  }
  int64_t at = index_of(interpreter, arguments.positional[0], arguments.span);
  auto size = static_cast<int64_t>(self.items.size());
  at = std::clamp<int64_t>(at < 0 ? at + size : at, 0, size);
  interpreter.budget().allocate(room_for_more(self.items, 1), arguments.span);
  moves(interpreter, self, size - at, arguments.span);
  const ListChange change = interpreter.heap().change(self);
  change.items.insert(change.items.begin() + at, arguments.positional[1]);
  return Value::none();
}

Value pop(Interpreter& interpreter, const List& self, Arguments& arguments) {
  if (!arguments.positional.empty() && arguments.positional[0].is_unknown()) {
    interpreter.budget().touch(self.items.size(), arguments.span);
    const ListChange change = interpreter.heap().change(self);
    if (!change.items.empty()) change.items.pop_back();
    for (Value& item : change.items) item = arguments.positional[0];
    return arguments.positional[0];
  }
  auto size = static_cast<int64_t>(self.items.size());
  if (size == 0) interpreter.raise("IndexError", "pop from empty list", arguments.span);
  int64_t at = arguments.positional.empty() ? size - 1 : index_of(interpreter, arguments.positional[0], arguments.span);
  if (at < 0) at += size;
  if (at < 0 || at >= size) interpreter.raise("IndexError", "pop index out of range", arguments.span);
  moves(interpreter, self, size - at, arguments.span);
  const ListChange change = interpreter.heap().change(self);
  Value item = std::move(change.items[static_cast<size_t>(at)]);
  change.items.erase(change.items.begin() + at);
  return item;
}

// Comparing may run the program's own code, which may change the list: by index, never by iterator.
std::optional<size_t> place_of(Interpreter& interpreter, const std::vector<Value>& items, const Value& wanted,
                               Span span, int64_t start = 0, int64_t stop = INT64_MAX) {
  for (auto i = static_cast<size_t>(start); i < items.size() && static_cast<int64_t>(i) < stop; ++i) {
    Value item = items[i];
    interpreter.budget().step(span);
    if (item.same(wanted) || interpreter.equal(item, wanted, span)) return i;
  }
  return {};
}

/// What may be what is looked for, though nobody knows: the thing itself, or one of these. None where all is known.
Value in_doubt(const std::vector<Value>& items, const Value& wanted) {
  if (wanted.is_unknown()) return wanted;
  const auto open = std::find_if(items.begin(), items.end(), [](const Value& item) { return item.is_unknown(); });
  return open == items.end() ? Value::none() : *open;
}

/// One of them, and which one is not known.
Value remove_some(Interpreter& interpreter, const List& self, const Value& unknown, Span span) {
  interpreter.budget().touch(self.items.size(), span);
  const ListChange change = interpreter.heap().change(self);
  if (!change.items.empty()) change.items.pop_back();
  for (Value& item : change.items) item = unknown;
  return Value::none();
}

Value remove(Interpreter& interpreter, const List& self, Arguments& arguments) {
  std::optional<size_t> at = place_of(interpreter, self.items, arguments.positional[0], arguments.span);
  const Value open = at ? Value::none() : in_doubt(self.items, arguments.positional[0]);
  if (open.is_unknown()) return remove_some(interpreter, self, open, arguments.span);
  if (!at) interpreter.raise("ValueError", "list.remove(x): x not in list", arguments.span);
  moves(interpreter, self, static_cast<int64_t>(self.items.size() - *at), arguments.span);
  const ListChange change = interpreter.heap().change(self);
  Value gone = std::move(change.items[*at]);
  change.items.erase(change.items.begin() + static_cast<ptrdiff_t>(*at));
  return Value::none();
}

Value clear(Interpreter& interpreter, const List& self, Arguments&) {
  std::vector<Value> old;
  old.swap(interpreter.heap().change(self).items);
  return Value::none();
}

Value reverse(Interpreter& interpreter, const List& self, Arguments& arguments) {
  moves(interpreter, self, static_cast<int64_t>(self.items.size()), arguments.span);
  const ListChange change = interpreter.heap().change(self);
  std::reverse(change.items.begin(), change.items.end());
  return Value::none();
}

Value copy(Interpreter& interpreter, const List& self, Arguments& arguments) {
  interpreter.budget().allocate(static_cast<int64_t>(self.items.size() * sizeof(Value)), arguments.span);
  return Value::list(self.items);
}

Value sort(Interpreter& interpreter, const List& self, Arguments& arguments) {
  if (!arguments.positional.empty())
    interpreter.raise("TypeError", "sort() takes no positional arguments", arguments.span);
  std::vector<Value> given = bind_parameters(interpreter, arguments, "sort", {"key", "reverse"}, 0);
  interpreter.budget().allocate(static_cast<int64_t>(self.items.size() * 4 * sizeof(Value)), arguments.span);
  std::vector<Value> items = self.items;
  std::optional<Value> unknown = sort_values(interpreter, items, given[0], given[1], arguments.span);
  const ListChange change = interpreter.heap().change(self);
  if (unknown) {
    for (Value& item : change.items) item = *unknown;
  } else {
    change.items = std::move(items);
  }
  return Value::none();
}

const std::vector<Value>& items_of(const List& list) { return list.items; }
const std::vector<Value>& items_of(const Tuple& tuple) { return tuple.items; }

Value some_number(const Value& unknown) {
  return Value(new UnknownValue(unknown.as<UnknownValue>()->info, UnknownValue::Sort::number));
}

template <typename T>
Value count(Interpreter& interpreter, const T& self, Arguments& arguments) {
  int64_t found = 0;
  if (arguments.positional[0].is_unknown()) return some_number(arguments.positional[0]);
  for (size_t i = 0; i < items_of(self).size(); ++i) {
    Value item = items_of(self)[i];
    interpreter.budget().step(arguments.span);
    if (item.is_unknown()) return item;
    if (item.same(arguments.positional[0]) || interpreter.equal(item, arguments.positional[0], arguments.span)) ++found;
  }
  return Value::integer(found);
}

template <typename T>
Value index(Interpreter& interpreter, const T& self, Arguments& arguments) {
  auto size = static_cast<int64_t>(items_of(self).size());
  auto bound = [&](size_t place, int64_t otherwise) {
    if (arguments.positional.size() <= place) return otherwise;
    int64_t at = index_of(interpreter, arguments.positional[place], arguments.span);
    return at < 0 ? std::max<int64_t>(at + size, 0) : at;
  };
  auto at =
      place_of(interpreter, items_of(self), arguments.positional[0], arguments.span, bound(1, 0), bound(2, INT64_MAX));
  if (at) return Value::integer(static_cast<int64_t>(*at));
  if (const Value open = in_doubt(items_of(self), arguments.positional[0]); open.is_unknown()) return some_number(open);
  constexpr bool kIsList = std::is_same_v<T, List>;
  interpreter.raise(
      "ValueError",
      kIsList ? interpreter.repr(arguments.positional[0]) + " is not in list" : "tuple.index(x): x not in tuple",
      arguments.span);
}

}  // namespace

void add_list_methods(Interpreter& interpreter, const Class& cls) {
  auto add = [&](std::string_view name, size_t least, size_t most, Method<List> body, Effect effect = Effect::plain) {
    define_method<List>(interpreter, cls, name, least, most, effect, body);
  };
  add("append", 1, 1, append);
  add("extend", 1, 1, extend);
  add("insert", 2, 2, insert);
  add("pop", 0, 1, pop);
  add("remove", 1, 1, remove);
  add("clear", 0, 0, clear);
  add("reverse", 0, 0, reverse);
  add("sort", 0, kKeywords, sort);
  add("copy", 0, 0, copy, Effect::pure);
  add("count", 1, 1, count<List>, Effect::pure);
  add("index", 1, 3, index<List>, Effect::pure);
}

void add_tuple_methods(Interpreter& interpreter, const Class& cls) {
  define_method<Tuple>(interpreter, cls, "count", 1, 1, Effect::pure, count<Tuple>);
  define_method<Tuple>(interpreter, cls, "index", 1, 3, Effect::pure, index<Tuple>);
}

}  // namespace vramlint::interp
