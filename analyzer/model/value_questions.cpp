#include "model/value_questions.h"

#include <algorithm>
#include <optional>

#include "interp/anchored.h"
#include "interp/bounded.h"
#include "interp/known_parts.h"
#include "model/stands.h"

namespace vramlint::model {
namespace {

using interp::Arguments;
using interp::Interpreter;
using interp::Value;

/// is_known(x, …): all of them.
Value is_known(Interpreter&, Arguments& arguments) {
  return Value::boolean(std::ranges::none_of(arguments.positional, &Value::is_unknown));
}

/// is_number(x, …): all of them.
Value is_number(Interpreter&, Arguments& arguments) {
  const auto is_one = [](const Value& value) { return value.is_number() || is_some_number(value); };
  return Value::boolean(std::ranges::all_of(arguments.positional, is_one));
}

/// is_whole(number, …): all are ints, as far as that is known.
Value is_whole(Interpreter&, Arguments& arguments) {
  const auto is_one = [](const Value& value) {
    const std::optional<interp::Bounds> bounds = interp::bounds_of(value);
    return bounds && bounds->whole;
  };
  return Value::boolean(std::ranges::all_of(arguments.positional, is_one));
}

/// is_int(number): an int, of which perhaps no more is known.
Value is_int(Interpreter&, Arguments& arguments) {
  const Value& value = arguments.positional.at(0);
  const std::optional<interp::Bounds> bounds = interp::bounds_of(value);
  return Value::boolean((bounds && bounds->whole) || interp::anchored_number(value));
}

/// is_data(x): what is not known, but was not made of tensors.
Value is_data(Interpreter&, Arguments& arguments) {
  const auto* unknown = arguments.positional.at(0).as<interp::UnknownValue>();
  return Value::boolean(unknown && unknown->trail.is_none() && unknown->stand_in.is_none());
}

/// One end of a slice, as Objects/sliceobject.c (CPython) adjusts it.
std::optional<int64_t> adjusted(const Value& end, int64_t size, int64_t low, int64_t high, int64_t otherwise) {
  if (end.is_none()) return otherwise;
  if (!end.is_int()) return std::nullopt;
  return std::clamp(end.as_int() < 0 ? end.as_int() + size : end.as_int(), low, high);
}

/// How many of `size` elements a slice of integers takes.
std::optional<int64_t> taken(const interp::SliceObject& slice, int64_t size) {
  constexpr int64_t kLongest = int64_t{1} << 40;
  const Value one = Value::integer(1);
  const Value& given = slice.step.is_none() ? one : slice.step;
  if (!given.is_int() || given.as_int() == 0 || std::abs(given.as_int()) > kLongest) return std::nullopt;
  const int64_t step = given.as_int(), low = step < 0 ? -1 : 0, high = step < 0 ? size - 1 : size;
  const std::optional<int64_t> start = adjusted(slice.lower, size, low, high, step < 0 ? high : low);
  const std::optional<int64_t> stop = adjusted(slice.upper, size, low, high, step < 0 ? low : high);
  if (!start || !stop) return std::nullopt;
  const int64_t span = step > 0 ? *stop - *start : *start - *stop;
  return span <= 0 ? 0 : (span - 1) / std::abs(step) + 1;
}

/// is_list(x): a list of which it is known between which bounds its length lies.
Value is_list(Interpreter&, Arguments& arguments) {
  const interp::UnknownList* list = interp::unknown_list(arguments.positional.at(0));
  return Value::boolean(list && !list->count.is_none());
}

/// is_whole_text(x): all that a file holds.
Value is_whole_text(Interpreter&, Arguments& arguments) {
  return Value::boolean(interp::is_whole_text(arguments.positional.at(0)));
}

/// The size that one part of an index leaves of an axis: none for an integer.
struct Cut {
  bool is_plain = false;
  std::optional<int64_t> left;
};

Cut cut_axis(const Value& part, const Value& axis) {
  if (!axis.is_int()) return {};
  const int64_t size = axis.as_int();
  if (part.is_int()) return {part.as_int() >= -size && part.as_int() < size, std::nullopt};
  const auto* slice = part.as<interp::SliceObject>();
  if (!slice) return {};
  const std::optional<int64_t> left = taken(*slice, size);
  return {left.has_value(), left};
}

/// cut(shape, key): the shape that integers and slices leave; None for every other key, and where a size is not known.
Value cut(Interpreter&, Arguments& arguments) {
  const auto* shape = arguments.positional.at(0).as<interp::Tuple>();
  const Value& key = arguments.positional.at(1);
  const auto* several = key.as<interp::Tuple>();
  const size_t parts = several ? several->items.size() : 1;
  if (!shape || parts > shape->items.size()) return Value::none();
  std::vector<Value> left;
  for (size_t axis = 0; axis < parts; ++axis) {
    const Cut part = cut_axis(several ? several->items[axis] : key, shape->items[axis]);
    if (!part.is_plain) return Value::none();
    if (part.left) left.push_back(Value::integer(*part.left));
  }
  left.insert(left.end(), shape->items.begin() + static_cast<std::ptrdiff_t>(parts), shape->items.end());
  return Value::tuple(std::move(left));
}

}  // namespace

void add_value_questions(Interpreter& interpreter, interp::Dict& names) {
  names.set("is_known", interpreter.make_builtin("is_known", is_known));
  names.set("is_number", interpreter.make_builtin("is_number", is_number));
  names.set("is_whole", interpreter.make_builtin("is_whole", is_whole));
  names.set("is_int", interpreter.make_builtin("is_int", is_int));
  names.set("is_data", interpreter.make_builtin("is_data", is_data));
  names.set("is_list", interpreter.make_builtin("is_list", is_list));
  names.set("is_whole_text", interpreter.make_builtin("is_whole_text", is_whole_text));
  names.set("cut", interpreter.make_builtin("cut", cut));
}

}  // namespace vramlint::model
