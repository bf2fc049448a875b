// `builtins.__import__`, where the program has put a function of its own in its place. Private to this room.
#pragma once

#include "interp/frame.h"

namespace vramlint::interp {

/// nullptr where it is what it was, and where a description of ours imports.
const Value* own_import(Interpreter& interpreter, const Span& span);

/// `from a import b` by way of it.
void import_from_by(Interpreter& interpreter, Frame& frame, const Value& function, const syntax::ImportFrom& node,
                    const Span& span);

}  // namespace vramlint::interp
