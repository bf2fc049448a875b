// Methods of set and frozenset.
#include "interp/builtins_parts.h"
#include "interp/journal.h"

namespace vramlint::interp {

namespace {

void put(Interpreter& interpreter, Set& set, const Value& item, Span span) {
  (void)interpreter.hash(item, span);
  if (!set.table.find(item)) set.table.set(item, Value::none());
}

Value set_of(Interpreter& interpreter, const Value& iterable, Span span) {
  if (iterable.as<Set>()) return payload_or_self(iterable);
  auto* set = new Set(false);
  Value result(set);
  for (const Value& item : interpreter.to_vector(iterable, span)) put(interpreter, *set, item, span);
  return result;
}

Value twin_of(const Set& set) {
  auto* twin = new Set(set.frozen);
  Value result(twin);
  for (const Dict::Entry& entry : set.table.entries()) {
    if (entry.live) twin->table.set(entry.key, Value::none());
  }
  return result;
}

enum class Operation : uint8_t { unite, intersect, subtract, exclude };

// target = target op other
void combine(Set& target, const Set& other, Operation operation) {
  std::vector<Value> mine, theirs;
  for (const Dict::Entry& entry : target.table.entries()) {
    if (entry.live) mine.push_back(entry.key);
  }
  for (const Dict::Entry& entry : other.table.entries()) {
    if (entry.live) theirs.push_back(entry.key);
  }
  Dict& lookup = const_cast<Set&>(other).table;
  for (const Value& key : mine) {
    bool shared = lookup.find(key) != nullptr;
    bool drop = operation == Operation::intersect ? !shared : operation != Operation::unite && shared;
    if (drop) target.table.erase(key);
  }
  if (operation != Operation::unite && operation != Operation::exclude) return;
  Set old(false);
  for (const Value& key : mine) old.table.set(key, Value::none());
  for (const Value& key : theirs) {
    if (!old.table.find(key)) target.table.set(key, Value::none());
  }
}

template <Operation kOperation>
Value combined(Interpreter& interpreter, Set& self, Arguments& arguments) {
  Value result = twin_of(self);
  for (const Value& iterable : arguments.positional) {
    Value other = set_of(interpreter, iterable, arguments.span);
    combine(*result.as<Set>(), *other.as<Set>(), kOperation);
  }
  return result;
}

template <Operation kOperation>
Value update(Interpreter& interpreter, Set& self, Arguments& arguments) {
  before_change(interpreter, self);
  for (const Value& iterable : arguments.positional) {
    Value other = set_of(interpreter, iterable, arguments.span);
    if (other.object() == &self) other = twin_of(self);
    combine(self, *other.as<Set>(), kOperation);
  }
  return Value::none();
}

Value add(Interpreter& interpreter, Set& self, Arguments& arguments) {
  before_change(interpreter, self);
  interpreter.budget().allocate(sizeof(Dict::Entry), arguments.span);
  put(interpreter, self, arguments.positional[0], arguments.span);
  return Value::none();
}

Value discard(Interpreter& interpreter, Set& self, Arguments& arguments) {
  (void)interpreter.hash(arguments.positional[0], arguments.span);
  before_change(interpreter, self);
  self.table.erase(arguments.positional[0]);
  return Value::none();
}

Value remove(Interpreter& interpreter, Set& self, Arguments& arguments) {
  (void)interpreter.hash(arguments.positional[0], arguments.span);
  if (!self.table.find(arguments.positional[0]))
    raise_with(interpreter, "KeyError", {arguments.positional[0]}, arguments.span);
  before_change(interpreter, self);
  self.table.erase(arguments.positional[0]);
  return Value::none();
}

Value pop(Interpreter& interpreter, Set& self, Arguments& arguments) {
  for (const Dict::Entry& entry : self.table.entries()) {
    if (!entry.live) continue;
    Value key = entry.key;
    before_change(interpreter, self);
    self.table.erase(key);
    return key;
  }
  raise_with(interpreter, "KeyError", {Value::string("pop from an empty set")}, arguments.span);
}

Value clear(Interpreter& interpreter, Set& self, Arguments&) {
  before_change(interpreter, self);
  self.table.clear();
  return Value::none();
}

Value copy(Interpreter&, Set& self, Arguments&) { return twin_of(self); }

bool contains_all(Set& outer, const Set& inner) {
  for (const Dict::Entry& entry : inner.table.entries()) {
    if (entry.live && !outer.table.find(entry.key)) return false;
  }
  return true;
}

Value issubset(Interpreter& interpreter, Set& self, Arguments& arguments) {
  Value other = set_of(interpreter, arguments.positional[0], arguments.span);
  return Value::boolean(contains_all(*other.as<Set>(), self));
}

Value issuperset(Interpreter& interpreter, Set& self, Arguments& arguments) {
  Value other = set_of(interpreter, arguments.positional[0], arguments.span);
  return Value::boolean(contains_all(self, *other.as<Set>()));
}

Value isdisjoint(Interpreter& interpreter, Set& self, Arguments& arguments) {
  Value other = set_of(interpreter, arguments.positional[0], arguments.span);
  for (const Dict::Entry& entry : other.as<Set>()->table.entries()) {
    if (entry.live && self.table.find(entry.key)) return Value::boolean(false);
  }
  return Value::boolean(true);
}

}  // namespace

void add_set_methods(Interpreter& interpreter, Class& cls, bool frozen) {
  auto add_pure = [&](std::string_view name, size_t least, size_t most, Method<Set> body) {
    define_method<Set>(interpreter, cls, name, least, most, Effect::pure, body);
  };
  add_pure("union", 0, 1000, combined<Operation::unite>);
  add_pure("intersection", 0, 1000, combined<Operation::intersect>);
  add_pure("difference", 0, 1000, combined<Operation::subtract>);
  add_pure("symmetric_difference", 1, 1, combined<Operation::exclude>);
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
  add_plain("update", 0, 1000, update<Operation::unite>);
  add_plain("intersection_update", 0, 1000, update<Operation::intersect>);
  add_plain("difference_update", 0, 1000, update<Operation::subtract>);
  add_plain("symmetric_difference_update", 1, 1, update<Operation::exclude>);
}

}  // namespace vramlint::interp
