// len, sorted, sum, min, max, any, all, iter, next.
#include <typeinfo>

#include "interp/anchored.h"
#include "interp/bounded.h"
#include "interp/builtins_parts.h"
#include "interp/builtins_sort.h"
#include "interp/some_item.h"
#include "interp/text.h"
#include "interp/uncertain.h"

namespace vramlint::interp {

namespace {

Value length(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "len", 1, 1);
  Value result = interpreter.length(arguments.positional[0], arguments.span);
  const auto* unknown = result.as<UnknownValue>();
  if (unknown && typeid(*unknown) == typeid(UnknownValue) && unknown->stand_in.is_none() && unknown->trail.is_none())
    return any_int(unknown->info).with_origin(result.origin());
  if (result.is_integral() && result.as_int() < 0)
    interpreter.raise("ValueError", "__len__() should return >= 0", arguments.span);
  return result;
}

Value sorted(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "sorted", {"iterable", "key", "reverse"}, 1);
  if (given[0].is_unknown()) return given[0];
  std::vector<Value> items = interpreter.to_vector(given[0], arguments.span);
  if (std::optional<Value> unknown = sort_values(interpreter, items, given[1], given[2], arguments.span))
    return *unknown;
  Value made = Value::list(std::move(items)).with_origin(given[0].origin());
  note_made_of_each(interpreter, given[0], made);
  return made;
}

/// Of an object that says it itself, as a mask does, or one of many items.
std::optional<Value> own_sum(Interpreter& interpreter, const Value& items, Span span) {
  auto* native = items.as<Native>();
  return native ? native->sum(interpreter, span) : std::nullopt;
}

Value sum(Interpreter& interpreter, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "sum", {"iterable", "start"}, 1);
  Value total = given[1].is_unbound() ? Value::integer(0) : given[1];
  if (total.is_string())
    interpreter.raise("TypeError", "sum() can't sum strings [use ''.join(seq) instead]", arguments.span);
  if (std::optional<Value> all = own_sum(interpreter, given[0], arguments.span))
    return interpreter.binary(syntax::BinaryOp::add, total, *all, arguments.span);
  Value iterator = interpreter.iterate(given[0], arguments.span);
  if (iterator.is_unknown()) return iterator;
  while (std::optional<Value> item = interpreter.next(iterator, arguments.span)) {
    const Operation operation(interpreter.budget());
    total = interpreter.binary(syntax::BinaryOp::add, total, *item, arguments.span);
  }
  return total;
}

/// One of two objects with a kind of their own (tensors of one element), or of such a one and a number, may say what it
/// is between the other and itself; None where it does not.
Value between_both(Interpreter& interpreter, const Value& object, const Value& other, bool largest, Span span) {
  const std::optional<Value> method = interpreter.find_attribute(object, "__vramlint_either__", span);
  if (!method || method->is_unknown()) return Value::none();
  return interpreter.call(*method, {other, Value::boolean(largest)}, span);
}

/// Of a number and an object with a kind of its own (a tensor of one element) the object, where which is larger depends
/// on the data: it holds more. Of two such objects that hold something the larger one. Unbound for any other two.
Value the_object(Interpreter& interpreter, const Value& a, const Value& b, bool largest, const Value& why, Span span) {
  const bool first = a.is(ObjectKind::native), second = b.is(ObjectKind::native);
  if (!first && !second) return Value::unbound();
  const Value &object = first ? a : b, &other = first ? b : a;
  Value made = between_both(interpreter, object, other, largest, span);
  if (made.is_none() && first && second) return some_item(interpreter, {a, b}, why, span).value_or(Value::unbound());
  if (made.is_none() && !other.is_number()) return Value::unbound();
  interpreter.impl().assumptions.push_back(
      {"the item that holds more memory is taken: " + why.as<UnknownValue>()->info.reason, span});
  return made.is_none() ? object : made;
}

/// As numbers, where one of them is between bounds.
std::vector<Value> as_numbers(Interpreter& interpreter, const std::vector<Value>& items, Span span) {
  std::vector<Value> numbers = items;
  if (std::none_of(items.begin(), items.end(), bounded_number)) return numbers;
  for (Value& item : numbers) {
    const bool is_object = item.is(ObjectKind::native);
    if (const auto method = is_object ? interpreter.find_attribute(item, "item", span) : std::nullopt)
      item = interpreter.call(*method, std::vector<Value>{}, span);
  }
  return numbers;
}

/// Where one of the items is a number of which only the data tells which it is.
std::optional<Value> open_extreme(Interpreter& interpreter, const std::vector<Value>& items, bool largest, Span span) {
  if (std::optional<Value> anchored = anchored_extreme(interpreter, items, largest)) return anchored;
  return bounded_extreme(interpreter, as_numbers(interpreter, items, span), largest);
}

// min and max keep the first of equal items; the result remembers all of them, for any could have been the one.
Value extreme(Interpreter& interpreter, Arguments& arguments, bool largest) {
  const char* name = largest ? "max" : "min";
  Value key, otherwise = Value::unbound();
  for (auto& [keyword, value] : arguments.keyword) {
    if (keyword == "key")
      key = value;
    else if (keyword == "default")
      otherwise = value;
    else
      interpreter.raise("TypeError", std::string(name) + "() got an unexpected keyword argument '" + keyword + "'",
                        arguments.span);
  }
  if (arguments.positional.empty())
    interpreter.raise("TypeError", std::string(name) + " expected at least 1 argument, got 0", arguments.span);
  std::vector<Value> items = arguments.positional;
  if (items.size() == 1) {
    if (items[0].is_unknown()) return items[0];
    items = interpreter.to_vector(arguments.positional[0], arguments.span);
  }
  if (items.empty() && !otherwise.is_unbound()) return otherwise;
  if (items.empty()) interpreter.raise("ValueError", std::string(name) + "() arg is an empty sequence", arguments.span);
  if (std::optional<Value> between =
          key.is_none() ? open_extreme(interpreter, items, largest, arguments.span) : std::nullopt)
    return *between;
  Value best, best_by;
  Origin origin = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].is_unknown()) return items[i];
    interpreter.budget().step(arguments.span);
    origin = interpreter.impl().join(origin, items[i].origin());
    Value by = key.is_none() ? items[i] : interpreter.call(key, {items[i]}, arguments.span);
    if (i > 0) {
      Value better = interpreter.truth(
          interpreter.compare(largest ? syntax::CompareOp::gt : syntax::CompareOp::lt, by, best_by, arguments.span),
          arguments.span);
      if (better.is_unknown()) {
        Value object =
            key.is_none() ? the_object(interpreter, best, items[i], largest, better, arguments.span) : Value::unbound();
        if (object.is_unbound()) return better;
        best = best_by = std::move(object);
        continue;
      }
      if (!better.as_bool()) continue;
    }
    best = items[i];
    best_by = std::move(by);
  }
  return best.is_object() ? best : std::move(best).with_origin(origin);
}

Value minimum(Interpreter& interpreter, Arguments& arguments) { return extreme(interpreter, arguments, false); }
Value maximum(Interpreter& interpreter, Arguments& arguments) { return extreme(interpreter, arguments, true); }

// any() stops at the first true item, all() at the first false one; an Unknown decides nothing.
Value decided(Interpreter& interpreter, Arguments& arguments, bool stop_at) {
  check_count(interpreter, arguments, stop_at ? "any" : "all", 1, 1);
  Value iterator = interpreter.iterate(arguments.positional[0], arguments.span);
  if (iterator.is_unknown()) return iterator;
  Value unknown;
  Origin origin = arguments.positional[0].origin();
  while (std::optional<Value> item = interpreter.next(iterator, arguments.span)) {
    Value truth = interpreter.truth(*item, arguments.span);
    origin = interpreter.impl().join(origin, interpreter.impl().join(truth.origin(), item->origin()));
    if (truth.is_unknown())
      unknown = truth;
    else if (truth.as_bool() == stop_at)
      return Value::boolean(stop_at).with_origin(origin);
  }
  return unknown.is_unknown() ? unknown : Value::boolean(!stop_at).with_origin(origin);
}

Value any_of(Interpreter& interpreter, Arguments& arguments) { return decided(interpreter, arguments, true); }
Value all_of(Interpreter& interpreter, Arguments& arguments) { return decided(interpreter, arguments, false); }

// iter(callable, sentinel)
struct CallIterator : Resumable<CallIterator> {
  CallIterator(Value f, Value s, Span w) : function(std::move(f)), sentinel(std::move(s)), where(w) {}
  Value function, sentinel;
  Span where;
  std::optional<Value> next(Interpreter& interpreter) override {
    Value item = interpreter.call(function, std::vector<Value>{}, where);
    if (interpreter.equal(item, sentinel, where)) return {};
    return item;
  }
  bool visit(const Visitor& visitor) const override { return visitor(function), visitor(sentinel), true; }
  std::string_view type_name() const override { return "callable_iterator"; }
};

Value make_iterator(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "iter", 1, 2);
  if (arguments.positional.size() == 2) {
    return Value(new CallIterator(arguments.positional[0], arguments.positional[1], arguments.span));
  }
  const Value& source = arguments.positional[0];
  const Value* method = source.is(ObjectKind::instance) ? program_method(source, "__iter__") : nullptr;
  if (!method) return interpreter.iterate(source, arguments.span);
  const Value ask = *method;
  Value made = interpreter.call(ask, {source}, arguments.span);
  if (made.is(ObjectKind::instance) && program_method(made, "__next__")) return made;  // as it is, with all it holds
  return made.as<Iterator>() || made.is_unknown() ? made : interpreter.iterate(source, arguments.span);
}

/// What an object's own `__next__` gives: next() asks nothing else of it.
std::optional<Value> own_next(Interpreter& interpreter, const Value& method, const Arguments& arguments) {
  const Value ask = method;
  try {
    return interpreter.call(ask, {arguments.positional[0]}, arguments.span);
  } catch (const Raised& raised) {
    const bool has_default = arguments.positional.size() == 2;
    const Class* stop = interpreter.builtin_class("StopIteration");
    if (!has_default || !interpreter.type_of(raised.exception)->derives_from(stop)) throw;
    return {};
  }
}

Value next_item(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "next", 1, 2);
  const Value& source = arguments.positional[0];
  if (source.is_unknown()) return source;
  std::optional<Value> item;
  if (source.as<Iterator>()) {
    item = interpreter.next(source, arguments.span);
  } else if (const Value* method = program_method(source, "__next__")) {
    item = own_next(interpreter, *method, arguments);
  } else {
    interpreter.raise("TypeError", "'" + type_name(interpreter, source) + "' object is not an iterator",
                      arguments.span);
  }
  if (item) return *item;
  if (arguments.positional.size() == 2) return arguments.positional[1];
  if (const auto* ended = source.as<Iterator>()) raise_stop(interpreter, *ended, arguments.span);
  raise_with(interpreter, "StopIteration", {}, arguments.span);
}

}  // namespace

void install_iteration_functions(Interpreter& interpreter, Dict& names) {
  define(interpreter, names, "len", length);
  define(interpreter, names, "sorted", sorted);
  define_pure(interpreter, names, "sum", sum);
  define(interpreter, names, "min", minimum);
  define(interpreter, names, "max", maximum);
  define(interpreter, names, "any", any_of);
  define(interpreter, names, "all", all_of);
  define(interpreter, names, "iter", make_iterator);
  define(interpreter, names, "next", next_item);
}

}  // namespace vramlint::interp
