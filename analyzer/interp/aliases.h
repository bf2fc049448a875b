// `list[int]` and `int | None`: what annotations are made of, and what stands for it where a class is asked for.
#pragma once

#include <vector>

#include "interp/interpreter.h"

namespace vramlint::interp {

/// `list[str]`: of what, `__args__` says.
Value alias_of(Interpreter& interpreter, const Value& cls, const Value& parameters, const Span& span);
/// `int | None`; NotImplemented where one of them is no class.
Value union_of_types(Interpreter& interpreter, const Value& left, const Value& right, const Span& span);
/// `class Words(list[str])`: what is no class says which classes stand for it.
void replace_aliases(Interpreter& interpreter, std::vector<Value>& bases, const Span& span);
/// The classes that isinstance() takes where it is given an alias or a union; None for anything else.
Value accepted_classes(Interpreter& interpreter, const Value& alias, const Span& span);

}  // namespace vramlint::interp
