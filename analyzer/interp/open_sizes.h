// Sizes of what files hold, which nothing bounds. What the program does with one may say it: a convolution takes so
// many channels. Then the program is followed again with that size.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::interp {

/// The size itself where it has been asked for, which is assumed; else a BoundedNumber from `low` on.
Value open_size(Interpreter& interpreter, double low, std::string reason);

/// What has that name is asked to be so large; nothing where the name is of anything else.
void ask_size(Interpreter& interpreter, uint32_t name, int64_t size);

/// Each once.
const std::vector<AskedSize>& asked_sizes(Interpreter& interpreter);

}  // namespace vramlint::interp
