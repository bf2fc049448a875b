// Operators on the built-in kinds; private to this room. NotImplemented: these operands do not take that operator.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::interp {

/// Both are numbers.
Value number_operation(Interpreter& interpreter, syntax::BinaryOp op, const Value& left, const Value& right,
                       const Span& span);

/// Strings, lists, tuples, dicts, sets.
Value container_operation(Interpreter& interpreter, syntax::BinaryOp op, const Value& left, const Value& right,
                          const Span& span);

/// An instance of a subclass of int, float or str as the plain value it holds; every other value as it is.
Value plain(const Value& value);

/// An array of ours beside a number that is not known: its own methods know what comes of that.
bool is_array_with_number(Interpreter& interpreter, const Value& left, const Value& right);

/// A special method that a program's class (or, for a class, its metaclass) defines; nullptr where only a built-in
/// class has it.
const Value* user_method(Interpreter& interpreter, const Value& object, std::string_view name);

}  // namespace vramlint::interp
