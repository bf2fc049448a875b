// Sizes of what files hold, which nothing bounds. What the program does with one may say it: a convolution takes so
// many channels. Then the program is followed again with that size.
#pragma once

#include "interp/interpreter.h"
#include "interp/objects.h"

namespace vramlint::interp {

/// The size itself where it has been asked for, which is assumed; else a BoundedNumber from `low` on.
Value open_size(Interpreter& interpreter, double low, std::string reason);
/// Likewise of a number of the program of which nothing is known.
Value open_size(Interpreter& interpreter, const UnknownValue& number);

/// Of a size that has that name: why the number is not known that the program made it of; nullptr where it made none.
const Unknown* cause_of_open(Interpreter& interpreter, uint32_t name);
/// Why the size of that name is not known; where none has the name, why all are not that are open, in the order in
/// which they were met.
std::vector<std::string> reasons_of_open(Interpreter& interpreter, uint32_t name);
void note_open_cause(Interpreter& interpreter, uint32_t name, const Unknown& why);

/// What has that name is asked to be so large; nothing where the name is of anything else.
void ask_size(Interpreter& interpreter, uint32_t name, int64_t size);

/// Each once.
const std::vector<AskedSize>& asked_sizes(Interpreter& interpreter);

}  // namespace vramlint::interp
