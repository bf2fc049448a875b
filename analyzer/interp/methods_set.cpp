// Methods of set and frozenset.
#include "interp/builtins_parts.h"
#include "interp/heap.h"

namespace vramlint::interp {

namespace {

void put(Interpreter& interpreter, Set& set, const Value& item, Span span) {
  (void)interpreter.hash(item, span);
  interpreter.budget().touch_entries(1, span);
  if (!set.table.find(item)) set.table.set(item, Value::none());
}

Value set_of(Interpreter& interpreter, const Value& iterable, Span span) {
  if (iterable.as<Set>()) return payload_or_self(iterable);
  auto* set = new Set(false);
  Value result(set);
  for (const Value& item : interpreter.to_vector(iterable, span)) put(interpreter, *set, item, span);
  return result;
}

/// To be held at once.
Set* twin_of(Interpreter& interpreter, const Set& set, Span span) {
  interpreter.budget().touch_entries(set.table.entries().size(), span);
  interpreter.budget().allocate(static_cast<int64_t>(set.table.size() * sizeof(Dict::Entry)), span);
  auto twin = std::make_unique<Set>(set.frozen);
  for (const Dict::Entry& entry : set.table.entries()) {
    if (entry.live) twin->table.set(entry.key, Value::none());
  }
  return twin.release();
}

enum class SetOperation : uint8_t { unite, intersect, subtract, exclude };

// target = target op other
void combine(Interpreter& interpreter, Set& target, const Set& other, SetOperation operation, Span span) {
  const size_t all = target.table.entries().size() + other.table.entries().size();
  interpreter.budget().touch_entries(2 * all, span);
  interpreter.budget().allocate(static_cast<int64_t>(2 * all * sizeof(Dict::Entry)), span);
  std::vector<Value> mine, theirs;
  for (const Dict::Entry& entry : target.table.entries()) {
    if (entry.live) mine.push_back(entry.key);
  }
  for (const Dict::Entry& entry : other.table.entries()) {
    if (entry.live) theirs.push_back(entry.key);
  }
  const Dict& lookup = other.table;
  for (const Value& key : mine) {
    bool shared = lookup.find(key) != nullptr;
    bool drop = operation == SetOperation::intersect ? !shared : operation != SetOperation::unite && shared;
    if (drop) target.table.erase(key);
  }
  if (operation != SetOperation::unite && operation != SetOperation::exclude) return;
  Set old(false);
  for (const Value& key : mine) old.table.set(key, Value::none());
  for (const Value& key : theirs) {
    if (!old.table.find(key)) target.table.set(key, Value::none());
  }
}

template <SetOperation kOperation>
Value combined(Interpreter& interpreter, const Set& self, Arguments& arguments) {
  Set* twin = twin_of(interpreter, self, arguments.span);
  Value result(twin);
  for (const Value& iterable : arguments.positional) {
    Value other = set_of(interpreter, iterable, arguments.span);
    combine(interpreter, *twin, *other.as<Set>(), kOperation, arguments.span);
  }
  return result;
}

template <SetOperation kOperation>
Value update(Interpreter& interpreter, const Set& self, Arguments& arguments) {
  for (const Value& iterable : arguments.positional) {
    Value other = set_of(interpreter, iterable, arguments.span);
    if (other.object() == &self) other = Value(twin_of(interpreter, self, arguments.span));
    combine(interpreter, interpreter.heap().write(self), *other.as<Set>(), kOperation, arguments.span);
  }
  return Value::none();
}

Value add(Interpreter& interpreter, const Set& self, Arguments& arguments) {
  put(interpreter, interpreter.heap().write(self), arguments.positional[0], arguments.span);
  return Value::none();
}

Value discard(Interpreter& interpreter, const Set& self, Arguments& arguments) {
  (void)interpreter.hash(arguments.positional[0], arguments.span);
  interpreter.heap().write(self).table.erase(arguments.positional[0]);
  return Value::none();
}

Value remove(Interpreter& interpreter, const Set& self, Arguments& arguments) {
  (void)interpreter.hash(arguments.positional[0], arguments.span);
  if (!self.table.find(arguments.positional[0]))
    raise_with(interpreter, "KeyError", {arguments.positional[0]}, arguments.span);
  interpreter.heap().write(self).table.erase(arguments.positional[0]);
  return Value::none();
}

Value pop(Interpreter& interpreter, const Set& self, Arguments& arguments) {
  for (const Dict::Entry& entry : self.table.entries()) {
    if (!entry.live) continue;
    Value key = entry.key;
    interpreter.heap().write(self).table.erase(key);
    return key;
  }
  raise_with(interpreter, "KeyError", {Value::string("pop from an empty set")}, arguments.span);
}

Value clear(Interpreter& interpreter, const Set& self, Arguments&) {
  interpreter.heap().write(self).table.clear();
  return Value::none();
}

Value copy(Interpreter& interpreter, const Set& self, Arguments& arguments) {
  return Value(twin_of(interpreter, self, arguments.span));
}

bool contains_all(Interpreter& interpreter, const Set& outer, const Set& inner, Span span) {
  interpreter.budget().touch_entries(inner.table.entries().size(), span);
  for (const Dict::Entry& entry : inner.table.entries()) {
    if (entry.live && !outer.table.find(entry.key)) return false;
  }
  return true;
}

Value issubset(Interpreter& interpreter, const Set& self, Arguments& arguments) {
  Value other = set_of(interpreter, arguments.positional[0], arguments.span);
  return Value::boolean(contains_all(interpreter, *other.as<Set>(), self, arguments.span));
}

Value issuperset(Interpreter& interpreter, const Set& self, Arguments& arguments) {
  Value other = set_of(interpreter, arguments.positional[0], arguments.span);
  return Value::boolean(contains_all(interpreter, self, *other.as<Set>(), arguments.span));
}

Value isdisjoint(Interpreter& interpreter, const Set& self, Arguments& arguments) {
  Value other = set_of(interpreter, arguments.positional[0], arguments.span);
  interpreter.budget().touch_entries(other.as<Set>()->table.entries().size(), arguments.span);
  for (const Dict::Entry& entry : other.as<Set>()->table.entries()) {
    if (entry.live && self.table.find(entry.key)) return Value::boolean(false);
  }
  return Value::boolean(true);
}

}  // namespace

void add_set_methods(Interpreter& interpreter, const Class& cls, bool frozen) {
  auto add_pure = [&](std::string_view name, size_t least, size_t most, Method<Set> body) {
    define_method<Set>(interpreter, cls, name, least, most, Effect::pure, body);
  };
  add_pure("union", 0, 1000, combined<SetOperation::unite>);
  add_pure("intersection", 0, 1000, combined<SetOperation::intersect>);
  add_pure("difference", 0, 1000, combined<SetOperation::subtract>);
  add_pure("symmetric_difference", 1, 1, combined<SetOperation::exclude>);
  add_pure("issubset", 1, 1, issubset);
  add_pure("issuperset", 1, 1, issuperset);
  add_pure("isdisjoint", 1, 1, isdisjoint);
  add_pure("copy", 0, 0, copy);
  if (frozen) return;
  auto add_plain = [&](std::string_view name, size_t least, size_t most, Method<Set> body) {
    define_method<Set>(interpreter, cls, name, least, most, Effect::plain, body);
  };
  add_plain("add", 1, 1, add);
  add_plain("discard", 1, 1, discard);
  add_plain("remove", 1, 1, remove);
  add_plain("pop", 0, 0, pop);
  add_plain("clear", 0, 0, clear);
  add_plain("update", 0, 1000, update<SetOperation::unite>);
  add_plain("intersection_update", 0, 1000, update<SetOperation::intersect>);
  add_plain("difference_update", 0, 1000, update<SetOperation::subtract>);
  add_plain("symmetric_difference_update", 1, 1, update<SetOperation::exclude>);
}

}  // namespace vramlint::interp
