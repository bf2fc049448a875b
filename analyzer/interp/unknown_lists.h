// Lists whose length only the data tells: what is put before and behind them, and cut out of them. The length of a text
// in tokens is not known; filled up with `[0] * (512 - len(tokens))` it is 512.
#pragma once

#include <optional>

#include "interp/known_parts.h"

namespace vramlint::interp {

/// A list where `count` is an int, an UnknownList where it is between bounds; of anything else nothing is known but
/// what its items are like.
Value list_of(Interpreter& interpreter, const Unknown& why, const Value& each, const Value& count, const Span& span);

/// `left + right` and `left * right` where one is such a list, or a list is repeated as often as only the data tells.
std::optional<Value> joined_lists(Interpreter& interpreter, syntax::BinaryOp op, const Value& left, const Value& right,
                                  const Span& span);

/// `list[a:b]` where its length is between bounds; nothing where it is not. From a place that is not known there are as
/// many items as are taken, which is assumed.
std::optional<Value> cut_out(Interpreter& interpreter, const UnknownList& list, const SliceObject& slice,
                             const Span& span);

/// How far two ints are apart, wherever they are.
std::optional<double> apart(Interpreter& interpreter, const Value& from, const Value& to);

/// A method of a list whose length is between bounds; nothing where there is none of that name. What changes such a
/// list in place leaves it as long as it is.
std::optional<Value> list_method(Interpreter& interpreter, const Value& list, std::string_view name);

/// An int of which nothing is known but that it is the same one from then on.
Value some_int(Interpreter& interpreter, const Unknown& why);

}  // namespace vramlint::interp
