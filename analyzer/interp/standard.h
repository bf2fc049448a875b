// The modules of the standard library that are written in C++, each filled by one function. Private to this room.
#pragma once

#include "interp/builtins_arguments.h"

namespace vramlint::interp {

void fill_builtins_module(Interpreter& interpreter, Dict& names);

}  // namespace vramlint::interp
