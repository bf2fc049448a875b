// A number that only the data tells, between bounds: an Unknown to whoever asks for its value, and yet arithmetic on it
// is known between bounds, and a comparison where the bounds decide it.
#pragma once

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "interp/interpreter.h"

namespace vramlint::interp {

/// low <= point <= high, all below 2^53 in magnitude, so that whole ones are exact.
struct Bounds {
  double low = 0, point = 0, high = 0;
  bool whole = true;  ///< an int, else a float
  /// Which number it is: equal names are the same one. 0: it has no name.
  uint32_t name = 0;
  /// It is `sign` times the number of that base and `offset` more, whichever number that is. 0: none, a number that is
  /// known.
  uint32_t base = 0;
  double offset = 0;
  int sign = 1;
  /// It is `dividend` over the number of that base and offset, which times that number is the dividend again. 0: none.
  uint32_t under = 0;
  double dividend = 0, under_offset = 0;
};

/// How much larger `to` is than `from`, where both are the same number, with the same sign, and something known.
std::optional<double> distance(const Bounds& from, const Bounds& to);

struct BoundedNumber : UnknownValue {
  BoundedNumber(Unknown why, const Bounds& of);
  const Bounds bounds;
};

/// nullptr if it is none.
const BoundedNumber* bounded_number(const Value& value);

/// A comparison that the bounds do not decide: in the arm of a branch in which it holds, the numbers have closer ones.
struct BoundedCondition : UnknownValue {
  BoundedCondition(Unknown why, syntax::CompareOp o, const Bounds& l, const Bounds& r)
      : UnknownValue(std::move(why)), op(o), left(l), right(r) {}
  const syntax::CompareOp op;
  const Bounds left, right;
};

/// nullptr if it is none.
const BoundedCondition* bounded_condition(const Value& value);
/// What is not known in place of one.
Value without_condition(const Value& condition);
/// The condition that holds where this one does not.
Value negated(const BoundedCondition& condition);

/// Where both are as their points say.
bool holds_at_point(const BoundedCondition& condition);
/// What holds where it does not.
syntax::CompareOp opposite(syntax::CompareOp op);
/// Whether one of the numbers is 0 where the condition holds, or where it does not.
bool leaves_nothing(const BoundedCondition& condition, bool holds);

/// What is known of numbers with names beyond the bounds that they were made with: where the branch goes.
class Narrowings {
 public:
  struct Ends {
    double low, high;
  };
  /// The condition holds from now on, or does not.
  void assume(const BoundedCondition& condition, bool holds);
  Bounds narrowed(const Bounds& bounds) const;
  size_t mark() const { return undone_.size(); }
  void undo(size_t mark);

 private:
  void narrow(const Bounds& bounds, double low, double high);
  Ends& ends_of(const Bounds& bounds);  ///< to change

  std::unordered_map<uint32_t, Ends> ends_;
  std::vector<std::pair<uint32_t, std::optional<Ends>>> undone_;  ///< what was there before, the latest last
};

/// An int or a float, known or not.
bool is_numeric(const Value& value);

/// Of a plain number both ends are that number; nothing where it is neither that nor a BoundedNumber.
std::optional<Bounds> bounds_of(const Value& value);
/// Likewise, as close as the branches that were taken make them.
std::optional<Bounds> bounds_of(Interpreter& interpreter, const Value& value);
Bounds narrowed(Interpreter& interpreter, const Bounds& bounds);
/// A name that no number has yet.
uint32_t new_name(Interpreter& interpreter);

/// The number itself where the bounds leave one, else a BoundedNumber; an Unknown where they are too large or no
/// numbers.
Value between(const Bounds& bounds, const Unknown& why);

/// What an operator makes of operands one of which at least is a BoundedNumber: an Unknown without bounds where the
/// other is no number, or nothing bounds the result.
Value bounded_operation(Interpreter& interpreter, syntax::BinaryOp op, const Value& left, const Value& right);

/// True or False where the bounds decide, else an Unknown: a BoundedCondition where both are numbers. One operand at
/// least is a BoundedNumber.
Value bounded_comparison(Interpreter& interpreter, syntax::CompareOp op, const Value& left, const Value& right);

/// The smallest or largest of numbers; nothing where one is none or no one is bounded.
std::optional<Value> bounded_extreme(Interpreter& interpreter, const std::vector<Value>& items, bool largest);

/// Of two numbers of which only the data tells which it is: between the lower and the higher end of both. Nothing where
/// neither is bounded and they are not both ints. `points_left`: the point is the left one's. `name`: its own.
std::optional<Value> bounded_choice(const std::optional<Bounds>& left, const std::optional<Bounds>& right,
                                    bool points_left, const Unknown& why, uint32_t name);

/// A function of one number that never falls, beside what it does with numbers that are known: of a BoundedNumber it
/// makes what `image` makes of its bounds. `whole`: ints.
BuiltinFunction on_bounds(BuiltinFunction function, double (*image)(double), bool whole);

/// For whoever makes another number of it: an Unknown that is no BoundedNumber.
Value without_bounds(const Value& value);

}  // namespace vramlint::interp
