// list, tuple, dict, set, frozenset, range and slice.
#include <algorithm>
#include <cmath>

#include "interp/anchored.h"
#include "interp/bounded.h"
#include "interp/builtins_parts.h"
#include "interp/counted_text.h"
#include "interp/frame.h"
#include "interp/known_parts.h"
#include "interp/text.h"
#include "interp/uncertain.h"
#include "interp/unknown_lists.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

// An iterable that is not known makes a container that is not known.
std::optional<Value> unknown_source(const Arguments& arguments) {
  if (arguments.positional.empty() || !arguments.positional[0].is_unknown()) return {};
  return arguments.positional[0];
}

Origin source_origin(const Arguments& arguments) {
  return arguments.positional.empty() ? 0 : arguments.positional[0].origin();
}

std::vector<Value> given_items(Interpreter& interpreter, const Arguments& arguments, std::string_view name) {
  check_count(interpreter, arguments, name, 0, 1);
  if (arguments.positional.empty()) return {};
  std::vector<Value> items = interpreter.to_vector(arguments.positional[0], arguments.span);
  interpreter.budget().allocate(static_cast<int64_t>(items.size() * sizeof(Value)), arguments.span);
  return items;
}

Value make_list(Interpreter& interpreter, Arguments& arguments) {
  if (auto unknown = unknown_source(arguments))
    return is_unknown_text(*unknown) ? characters_of(interpreter, *unknown, arguments.span) : *unknown;
  if (!arguments.positional.empty() && arguments.positional[0].is(ObjectKind::instance)) {
    const Value iterator = interpreter.iterate(arguments.positional[0], arguments.span);
    if (unknown_list(iterator)) return iterator;
    Arguments of_iterator = arguments;
    of_iterator.positional[0] = iterator;
    return Value::list(given_items(interpreter, of_iterator, "list")).with_origin(source_origin(arguments));
  }
  Value made = Value::list(given_items(interpreter, arguments, "list")).with_origin(source_origin(arguments));
  if (!arguments.positional.empty()) note_made_of_each(interpreter, arguments.positional[0], made);
  return made;
}

Value make_tuple(Interpreter& interpreter, Arguments& arguments) {
  if (auto unknown = unknown_source(arguments)) return *unknown;
  if (arguments.positional.size() == 1 && arguments.positional[0].is(ObjectKind::tuple)) return arguments.positional[0];
  return Value::tuple(given_items(interpreter, arguments, "tuple")).with_origin(source_origin(arguments));
}

template <bool kFrozen>
Value make_set(Interpreter& interpreter, Arguments& arguments) {
  if (auto unknown = unknown_source(arguments)) return *unknown;
  auto* set = new Set(kFrozen);
  Value result(set);
  for (Value& item : given_items(interpreter, arguments, kFrozen ? "frozenset" : "set")) {
    (void)interpreter.hash(item, arguments.span);
    interpreter.budget().touch_entries(1, arguments.span);
    if (!set->table.find(item)) set->table.set(std::move(item), Value::none());
  }
  return std::move(result).with_origin(source_origin(arguments));
}

/// `dict(zip(names, numbers))`
Value dict_of_unknown(const Value& source) {
  const UnknownList* pairs = unknown_dict(source) ? nullptr : unknown_list(source);
  const auto* pair = pairs ? pairs->each.as<Tuple>() : nullptr;
  if (!pair || pair->items.size() != 2) return source;
  return Value(new UnknownDict(pairs->info, pair->items[0], pair->items[1])).with_origin(source.origin());
}

Value make_dict(Interpreter& interpreter, Arguments& arguments) {
  if (auto unknown = unknown_source(arguments)) return dict_of_unknown(*unknown);
  if (arguments.positional.size() > 1) {
    interpreter.raise("TypeError",
                      "dict expected at most 1 argument, got " + std::to_string(arguments.positional.size()),
                      arguments.span);
  }
  auto* dict = new Dict;
  Value result(dict);
  if (!arguments.positional.empty()) merge_into(interpreter, *dict, arguments.positional[0], arguments.span);
  for (auto& [name, value] : arguments.keyword) dict->set(std::string_view(name), value);
  return std::move(result).with_origin(source_origin(arguments));
}

constexpr double kMostTurns = 256;

void note_turns(Interpreter& interpreter, const Bounds& turns, const Span& span) {
  const auto text = [](double count) { return std::to_string(static_cast<int64_t>(count)); };
  interpreter.assumptions().push_back({"how often a loop runs depends on the data: " + text(turns.low) + " to " +
                                           text(turns.high) + " times, " + text(turns.point) + " are taken",
                                       span});
}

/// range(start, stop) where it is known how far the two are apart, but not where they are.
std::optional<Value> anchored_range(Interpreter& interpreter, const Arguments& arguments) {
  const std::vector<Value>& given = arguments.positional;
  if (given.empty() || given.size() > 3 || !arguments.keyword.empty()) return {};
  const Value start = given.size() > 1 ? given[0] : Value::integer(0);
  const int64_t step = given.size() < 3 ? 1 : given[2].is_int() ? given[2].as_int() : 0;
  std::optional<Bounds> count = anchored_count(interpreter, start, given[given.size() > 1 ? 1 : 0]);
  if (!count || count->point > kMostTurns || step < 1 || (step > 1 && count->low != count->high)) return {};
  const double turns = std::ceil(count->point / static_cast<double>(step));
  if (step > 1) count = Bounds{turns, turns, turns};
  note_turns(interpreter, *count, arguments.span);
  std::vector<Value> numbers;
  for (int64_t i = 0; i < static_cast<int64_t>(count->point); ++i)
    numbers.push_back(interpreter.binary(syntax::BinaryOp::add, start, Value::integer(i * step), arguments.span));
  return Value::tuple(std::move(numbers));
}

/// What runs yields: who asks for its items stops before they end.
bool is_asked_for_items(Interpreter& interpreter) {
  const std::vector<Frame*>& frames = interpreter.impl().frames;
  const auto* function = frames.empty() ? nullptr : frames.back()->function.as<FunctionObject>();
  return function && function->code->scope.is_generator;
}

/// How often a loop runs that only the data tells: as many turns are followed as are most likely.
void take_likely_turns(Interpreter& interpreter, Arguments& arguments) {
  constexpr double kUnbounded = 0x1p36, kMostYielded = 4096;
  for (Value& end : arguments.positional) {
    const auto method =
        end.is(ObjectKind::native) ? interpreter.find_attribute(end, "__index__", arguments.span) : std::nullopt;
    const Value whole = method ? interpreter.call(*method, std::vector<Value>{}, arguments.span) : end;
    const BoundedNumber* number = bounded_number(whole);
    if (!number) continue;
    const Bounds bounds = narrowed(interpreter, number->bounds);
    if (bounds.whole && bounds.low >= 1 && bounds.high >= kUnbounded && is_asked_for_items(interpreter))
      end = Value::integer(static_cast<int64_t>(std::min(bounds.point, kMostYielded)));
    if (!bounds.whole || std::fabs(bounds.point) > kMostTurns || bounds.high >= kUnbounded) continue;
    note_turns(interpreter, bounds, arguments.span);
    end = Value::integer(static_cast<int64_t>(bounds.point));
  }
}

bool is_some_number(const Value& value) { return value.is_unknown() && is_numeric(value); }

BuiltinFunction with_likely_turns(BuiltinFunction function) {
  return [function = std::move(function)](Interpreter& interpreter, Arguments& arguments) {
    if (std::optional<Value> anchored = anchored_range(interpreter, arguments)) return std::move(*anchored);
    take_likely_turns(interpreter, arguments);
    const auto unknown = std::find_if(arguments.positional.begin(), arguments.positional.end(), is_some_number);
    if (unknown == arguments.positional.end()) return function(interpreter, arguments);
    const Unknown& why = unknown->as<UnknownValue>()->info;
    const Value each = some_int(interpreter, why);
    return Value(new UnknownList(why, each, each)).with_origin(unknown->origin());
  };
}

Value make_range(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "range", 1, 3);
  auto at = [&](size_t i) { return index_of(interpreter, arguments.positional[i], arguments.span); };
  if (arguments.positional.size() == 1) return Value(new Range(0, at(0), 1));
  int64_t step = arguments.positional.size() == 3 ? at(2) : 1;
  if (step == 0) interpreter.raise("ValueError", "range() arg 3 must not be zero", arguments.span);
  return Value(new Range(at(0), at(1), step));
}

Value make_slice(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "slice", 1, 3);
  const std::vector<Value>& given = arguments.positional;
  if (given.size() == 1) return Value(new SliceObject(Value::none(), given[0], Value::none()));
  return Value(new SliceObject(given[0], given[1], given.size() == 3 ? given[2] : Value::none()));
}

Value slice_indices(Interpreter& interpreter, const SliceObject& self, Arguments& arguments) {
  int64_t length = index_of(interpreter, arguments.positional[0], arguments.span);
  int64_t step = self.step.is_none() ? 1 : index_of(interpreter, self.step, arguments.span);
  if (length < 0) interpreter.raise("ValueError", "length should not be negative", arguments.span);
  if (step == 0) interpreter.raise("ValueError", "slice step cannot be zero", arguments.span);
  int64_t low = step < 0 ? -1 : 0, high = step < 0 ? length - 1 : length;
  auto clamp = [&](const Value& bound, int64_t otherwise) {
    if (bound.is_none()) return otherwise;
    int64_t at = index_of(interpreter, bound, arguments.span);
    return std::clamp(at < 0 ? at + length : at, low, high);
  };
  return Value::tuple({Value::integer(clamp(self.lower, step < 0 ? high : low)),
                       Value::integer(clamp(self.upper, step < 0 ? low : high)), Value::integer(step)});
}

Value range_count(Interpreter& interpreter, const Range& self, Arguments& arguments) {
  return Value::integer(interpreter.truthy(
      interpreter.compare(syntax::CompareOp::in, arguments.positional[0], Value(&self), arguments.span),
      arguments.span));
}

Value range_index(Interpreter& interpreter, const Range& self, Arguments& arguments) {
  const Value& wanted = payload_or_self(arguments.positional[0]);
  if (wanted.is_integral()) {
    const __int128 distance = __int128{wanted.as_int()} - self.start, place = distance / self.step;
    if (distance % self.step == 0 && place >= 0 && place < self.length())
      return Value::integer(static_cast<int64_t>(place));
  }
  interpreter.raise("ValueError", interpreter.repr(wanted) + " is not in range", arguments.span);
}

}  // namespace

void make_container_classes(ClassMaker& maker) {
  Interpreter& interpreter = maker.interpreter();
  const Class& list = maker.make("list", "object", make_list);
  add_list_methods(interpreter, list);
  const Class& tuple = maker.make("tuple", "object", make_tuple);
  add_tuple_methods(interpreter, tuple);
  const Class& dict = maker.make("dict", "object", make_dict);
  for (const char* view : {"dict_keys", "dict_values", "dict_items"}) maker.make(view);
  add_dict_methods(interpreter, dict);
  const Class& set = maker.make("set", "object", make_set<false>);
  add_set_methods(interpreter, set, false);
  const Class& frozenset = maker.make("frozenset", "object", make_set<true>);
  add_set_methods(interpreter, frozenset, true);
  const Class& range = maker.make("range", "object", with_likely_turns(pure(make_range)));
  define_reader(interpreter, range, "start",
                [](Interpreter&, const Value& self) { return Value::integer(self.as<Range>()->start); });
  define_reader(interpreter, range, "stop",
                [](Interpreter&, const Value& self) { return Value::integer(self.as<Range>()->stop); });
  define_reader(interpreter, range, "step",
                [](Interpreter&, const Value& self) { return Value::integer(self.as<Range>()->step); });
  define_method<Range>(interpreter, range, "count", 1, 1, Effect::pure, range_count);
  define_method<Range>(interpreter, range, "index", 1, 1, Effect::pure, range_index);
  const Class& slice = maker.make("slice", "object", make_slice);
  define_method<SliceObject>(interpreter, slice, "indices", 1, 1, Effect::pure, slice_indices);
  for (const Class* cls : {&list, &tuple, &dict, &set, &frozenset, &range}) add_operator_methods(interpreter, *cls);
}

}  // namespace vramlint::interp
