// `builtins.__import__`, `builtins.print`, where the program has put functions of its own in their place. Private to
// this room.
#pragma once

#include "interp/frame.h"

namespace vramlint::interp {

/// What the module `builtins` holds, where the program has imported it; nullptr for a description of ours.
const Value* in_builtins(Interpreter& interpreter, std::string_view name, const Span& span);

/// nullptr where it is what it was, and where a description of ours imports.
const Value* own_import(Interpreter& interpreter, const Span& span);

/// `from a import b` by way of it.
void import_from_by(Interpreter& interpreter, Frame& frame, const Value& function, const syntax::ImportFrom& node,
                    const Span& span);

}  // namespace vramlint::interp
