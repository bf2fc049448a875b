// What is not known goes on: it is called, decorates, is a base class. What went in may have changed there.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::interp {

/// What the program goes on with in the place of an Unknown, where there is such a value; else the value itself.
Value standing_in(const Value& value);

/// A program is built: what is not known goes on.
bool is_built(Interpreter& interpreter);

/// A whole program is followed; else one call is built.
bool is_followed(Interpreter& interpreter);

/// An attribute, an item or a part of what is not known: nothing stands in for that.
Value part_of_unknown(const Value& unknown);

/// Calls what is not known. Its result is not known either; containers and objects that went in may hold more since.
Value call_opaque(Interpreter& interpreter, const Value& callee, Arguments arguments);

/// What a decorator makes of a function or a class: one that is not known is taken to hand it back, which is noted.
Value decorated(Interpreter& interpreter, const Value& decorator, Value made, const Span& place);

/// An object may hold more than is seen, for that reason. `is_spread`: a dict made of a mapping that is not known.
void may_hold_more(Interpreter& interpreter, const Object& object, const std::string& why, bool is_spread = false);

/// What is not found in an object, where it may hold more than is seen; else none.
Value what_may_be_in(Interpreter& interpreter, const Object& container, const Span& span);

/// Notes it once.
void note_unknown(Interpreter& interpreter, Unknown unknown);

/// The first line of a place, not too long for a message.
std::string quoted(const Span& place);

}  // namespace vramlint::interp
