// Calls of methods of texts and containers, without a bound method in between, and of what is not known. Private to
// this room.
#pragma once

#include "interp/frame.h"

namespace vramlint::interp {

/// `object.method(...)`; empty where that is no built-in method of a text or a container.
std::optional<Value> call_plain_method(Interpreter& interpreter, Frame& frame, const syntax::Call& call,
                                       const Value& object, const Span& span);

/// `target.shape[0]` of what is not known: a number.
Value number_of_shape(const syntax::Subscript& node, const Value& index, Value item);

/// What is called is not known: its arguments are evaluated all the same.
Value call_unknown(Interpreter& interpreter, Frame& frame, const syntax::Call& call, Value callee, Follower* follower,
                   const Span& span);

}  // namespace vramlint::interp
