// Making classes; private to this room.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::interp {

/// type.__new__: a class of that metaclass (null: `type`).
Value build_class(Interpreter& interpreter, const Class* metaclass, std::string name, std::vector<Value> bases,
                  Value names, Arguments& keywords, Span span);

/// The method of that name which a Python program defined, rather than one of the built-in classes; nullptr if none.
const Value* written_method(const Class& cls, std::string_view name);

/// send, throw and close.
void add_generator_methods(Interpreter& interpreter, const Class& cls);

}  // namespace vramlint::interp
