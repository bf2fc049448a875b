// Methods of dict.
#include "interp/builtins_parts.h"
#include "interp/builtins_views.h"
#include "interp/dict.h"
#include "interp/followed.h"
#include "interp/heap.h"
#include "interp/opaque.h"
#include "interp/text.h"
#include "interp/uncertain.h"

namespace vramlint::interp {

namespace {

void note_unknown(Interpreter& interpreter, const Value& unknown, std::string what, Span span) {
  note_unknown(interpreter, unknown_by(unknown.as<UnknownValue>()->info, std::move(what), span, Gap::behind));
}

template <DictView::Part kPart>
Value view(Interpreter&, const Dict& self, Arguments&) {
  return Value(new DictView(Value(&self), kPart));
}

Value get(Interpreter& interpreter, const Dict& self, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "get", {"key", "default"}, 1);
  if (given[0].is_unknown()) return given[0];
  (void)interpreter.hash(given[0], arguments.span);
  if (const Value* found = self.find(given[0])) return note_entry(interpreter, self, found), *found;
  if (Value part = unknown_part(given[0]); part.is_unknown()) return part;
  if (Value hidden = what_may_be_in(interpreter, self, arguments.span); hidden.is_unknown()) return hidden;
  note_missing(interpreter, self, given[0]);
  return given[1].is_unbound() ? Value::none() : given[1];
}

Value pop(Interpreter& interpreter, const Dict& self, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "pop", {"key", "default"}, 1);
  if (given[0].is_unknown()) {
    note_unknown(interpreter, given[0], "a dict loses a key that is not known", arguments.span);
    return given[0];
  }
  (void)interpreter.hash(given[0], arguments.span);
  const Value* found = self.find(given[0]);
  Value hidden = found ? Value() : unknown_part(given[0]);
  if (!found && !hidden.is_unknown()) hidden = what_may_be_in(interpreter, self, arguments.span);
  if (hidden.is_unknown()) return hidden;
  if (!found && given[1].is_unbound()) raise_with(interpreter, "KeyError", {given[0]}, arguments.span);
  if (!found) return given[1];
  note_entry(interpreter, self, found);
  Value value = *found;
  interpreter.heap().write(self).erase(given[0]);
  return value;
}

Value popitem(Interpreter& interpreter, const Dict& self, Arguments& arguments) {
  for (size_t i = self.entries().size(); i-- > 0;) {
    if (!self.entries()[i].live) continue;
    Value key = self.entries()[i].key, value = self.entries()[i].value;
    interpreter.heap().write(self).erase(key);
    return Value::tuple({key, value});
  }
  raise_with(interpreter, "KeyError", {Value::string("popitem(): dictionary is empty")}, arguments.span);
}

Value setdefault(Interpreter& interpreter, const Dict& self, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "setdefault", {"key", "default"}, 1);
  if (given[0].is_unknown()) return given[0];
  (void)interpreter.hash(given[0], arguments.span);
  if (const Value* found = self.find(given[0])) return note_entry(interpreter, self, found), *found;
  Value value = given[1].is_unbound() ? Value::none() : given[1];
  interpreter.heap().write(self).set(given[0], value);
  return value;
}

Value clear(Interpreter& interpreter, const Dict& self, Arguments&) {
  interpreter.heap().write(self).clear();
  return Value::none();
}

Value copy(Interpreter& interpreter, const Dict& self, Arguments& arguments) {
  auto* twin = new Dict;
  Value result(twin);
  interpreter.budget().touch_entries(self.entries().size(), arguments.span);
  interpreter.budget().allocate(static_cast<int64_t>(self.size() * sizeof(Dict::Entry)), arguments.span);
  for (const Dict::Entry& entry : self.entries()) {
    if (entry.live) twin->set(entry.key, entry.value);
  }
  note_taken_from(interpreter, *twin, self);
  return result;
}

void merge_pairs(Interpreter& interpreter, Dict& target, const Value& pairs, Span span) {
  size_t number = 0;
  for (const Value& pair : interpreter.to_vector(pairs, span)) {
    if (!pair.is_object()) {
      interpreter.raise(
          "TypeError",
          "cannot convert dictionary update sequence element #" + std::to_string(number) + " to a sequence", span);
    }
    std::vector<Value> two = interpreter.to_vector(pair, span);
    if (two.size() != 2) {
      interpreter.raise("ValueError",
                        "dictionary update sequence element #" + std::to_string(number) + " has length " +
                            std::to_string(two.size()) + "; 2 is required",
                        span);
    }
    (void)interpreter.hash(two[0], span);
    target.set(std::move(two[0]), std::move(two[1]));
    ++number;
  }
}

}  // namespace

void merge_into(Interpreter& interpreter, Dict& target, const Value& source, Span span) {
  auto* other = source.as<Dict>();
  bool has_own_keys = program_method(source, "keys") != nullptr || program_method(source, "__getitem__") != nullptr;
  if (other && !has_own_keys) {
    interpreter.budget().touch_entries(other->entries().size(), span);
    interpreter.budget().allocate(static_cast<int64_t>(other->size() * sizeof(Dict::Entry)), span);
    for (size_t i = 0; i < other->entries().size(); ++i) {
      if (other->entries()[i].live) target.set(other->entries()[i].key, other->entries()[i].value);
    }
    note_taken_from(interpreter, target, *other);
    return;
  }
  if (takes_unknown(interpreter, target, source)) return;
  if (source.is_unknown()) {
    note_unknown(interpreter, source, "a dict is filled from something not known", span);
    return;
  }
  std::optional<Value> keys = interpreter.find_attribute(source, "keys", span);
  if (!keys) {
    if (!source.is_object()) {
      interpreter.raise("TypeError", "'" + type_name(interpreter, source) + "' object is not iterable", span);
    }
    merge_pairs(interpreter, target, source, span);
    return;
  }
  for (const Value& key : interpreter.to_vector(interpreter.call(*keys, std::vector<Value>{}, span), span)) {
    (void)interpreter.hash(key, span);
    target.set(key, interpreter.get_item(source, key, span));
  }
}

namespace {

Value update(Interpreter& interpreter, const Dict& self, Arguments& arguments) {
  if (arguments.positional.size() > 1) {
    interpreter.raise("TypeError",
                      "update expected at most 1 argument, got " + std::to_string(arguments.positional.size()),
                      arguments.span);
  }
  if (!arguments.positional.empty())
    merge_into(interpreter, interpreter.heap().write(self), arguments.positional[0], arguments.span);
  Dict& table = interpreter.heap().write(self);
  for (auto& [name, value] : arguments.keyword) table.set(std::string_view(name), value);
  return Value::none();
}

Value from_keys(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "fromkeys", 2, 3);
  if (const Value* unknown = first_unknown(arguments); unknown == &arguments.positional[1]) return *unknown;
  Value made = interpreter.call(arguments.positional[0], std::vector<Value>{}, arguments.span);
  Value value = arguments.positional.size() > 2 ? arguments.positional[2] : Value::none();
  for (const Value& key : interpreter.to_vector(arguments.positional[1], arguments.span)) {
    interpreter.set_item(made, key, value, arguments.span);
  }
  return made;
}

}  // namespace

void add_dict_methods(Interpreter& interpreter, const Class& cls) {
  auto add = [&](std::string_view name, size_t least, size_t most, Method<Dict> body) {
    define_method<Dict>(interpreter, cls, name, least, most, Effect::plain, body);
  };
  add("keys", 0, 0, view<DictView::Part::keys>);
  add("values", 0, 0, view<DictView::Part::values>);
  add("items", 0, 0, view<DictView::Part::items>);
  add("get", 1, kKeywords, get);
  add("pop", 1, kKeywords, pop);
  add("popitem", 0, 0, popitem);
  add("setdefault", 1, kKeywords, setdefault);
  add("clear", 0, 0, clear);
  add("copy", 0, 0, copy);
  add("update", 0, kKeywords, update);
  Value function = interpreter.make_builtin("fromkeys", from_keys);
  interpreter.heap().dict(cls.attributes).set("fromkeys", Value(new ClassMethod(function)));
}

}  // namespace vramlint::interp
