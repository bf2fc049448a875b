// A number that only the data tells, between bounds: an Unknown to whoever asks for its value, and yet arithmetic on it
// is known between bounds, and a comparison where the bounds decide it.
#pragma once

#include <optional>

#include "interp/interpreter.h"

namespace vramlint::interp {

/// low <= point <= high, all below 2^53 in magnitude, so that whole ones are exact.
struct Bounds {
  double low = 0, point = 0, high = 0;
  bool whole = true;  ///< an int, else a float
};

struct BoundedNumber : UnknownValue {
  BoundedNumber(Unknown why, const Bounds& of) : UnknownValue(std::move(why)), bounds(of) {}
  const Bounds bounds;
};

/// nullptr if it is none.
const BoundedNumber* bounded_number(const Value& value);

/// Of a plain number both ends are that number; nothing where it is neither that nor a BoundedNumber.
std::optional<Bounds> bounds_of(const Value& value);

/// The number itself where the bounds leave one, else a BoundedNumber; an Unknown where they are too large or no
/// numbers.
Value between(const Bounds& bounds, const Unknown& why);

/// What an operator makes of operands one of which at least is a BoundedNumber: an Unknown without bounds where the
/// other is no number, or nothing bounds the result.
Value bounded_operation(syntax::BinaryOp op, const Value& left, const Value& right);

/// True or False where the bounds decide, else an Unknown. One operand at least is a BoundedNumber.
Value bounded_comparison(syntax::CompareOp op, const Value& left, const Value& right);

/// The smallest or largest of numbers; nothing where one is none or no one is bounded.
std::optional<Value> bounded_extreme(const std::vector<Value>& items, bool largest);

/// A function of one number that never falls, beside what it does with numbers that are known: of a BoundedNumber it
/// makes what `image` makes of its bounds. `whole`: ints.
BuiltinFunction on_bounds(BuiltinFunction function, double (*image)(double), bool whole);

/// For whoever makes another number of it: an Unknown that is no BoundedNumber.
Value without_bounds(const Value& value);

}  // namespace vramlint::interp
