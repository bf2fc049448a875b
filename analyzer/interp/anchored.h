// An int of which only is known how it lies to others: `max(start, c - 1)` and `min(end, c + 1) + 1` are three apart at
// most, whatever the data make of c. An Unknown to whoever asks for more.
#pragma once

#include <optional>
#include <vector>

#include "interp/bounded.h"
#include "interp/interpreter.h"

namespace vramlint::interp {

/// The number of that base and `offset` more. 0 is the base of numbers that are known.
struct Anchor {
  uint32_t base;
  double offset;
};

/// No more than any of `above`, no less than any of `below`.
struct Reach {
  std::vector<Anchor> above, below;
};

struct AnchoredNumber : UnknownValue {
  AnchoredNumber(const UnknownValue& number, Reach of)
      : UnknownValue(number.info, Sort::number), reach(std::move(of)) {}
  const Reach reach;
};

/// An int of which nothing is known, not even that it is the same as another.
Value any_int(const Unknown& why);

/// nullptr if it is none.
const AnchoredNumber* anchored_number(const Value& value);

/// What a function makes that gives an int of anything: one that is not known is the same one from then on.
BuiltinFunction with_anchor(BuiltinFunction function);

/// A sum or a difference with an int that is known; nothing of any other operation.
std::optional<Value> anchored_operation(syntax::BinaryOp op, const Value& left, const Value& right);

/// What any other operation makes of ints: the same int wherever it is made of the same ones. `i * n`, and `i * n + n`.
Value anchored_product(Interpreter& interpreter, syntax::BinaryOp op, const Value& left, const Value& right);

/// The smallest or largest of ints; nothing where one is none or no one is anchored.
std::optional<Value> anchored_extreme(Interpreter& interpreter, const std::vector<Value>& items, bool largest);

/// How many ints there are from one up to another; nothing where neither is anchored or nothing bounds it.
std::optional<Bounds> anchored_count(Interpreter& interpreter, const Value& start, const Value& stop);

}  // namespace vramlint::interp
