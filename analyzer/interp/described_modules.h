// What of a library is described here.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::interp {

struct FunctionObject;

/// A module of ours that has less than the library's own; what says `__complete__` has all.
bool is_described_in_part(const Value& module);
/// Its parameters may not be all of the real one's: it is described in part, and not named in the module's
/// `__signatures__`.
bool lacks_parameters(const Value& module, const std::string& function);

/// Arguments that do not fit a function of that module: one of ours may lack what the library's own takes, one of the
/// program that is followed does not.
void note_misfit(Interpreter& interpreter, const Value& module, const FunctionObject& function, Raised& raised);

/// An AttributeError of that name, of an object whose class or one of its bases is described in part: the library's own
/// may have it.
void note_gap(Interpreter& interpreter, const Value& object, std::string_view name, Raised& raised);

}  // namespace vramlint::interp
