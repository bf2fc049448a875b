// How a program is started that trains on several GPUs.
#pragma once

#include <optional>

#include "interp/interpreter.h"

namespace vramlint::interp {

/// What torchrun sets a variable of the environment to, on one GPU; that it does is assumed. Nothing of any other name.
std::optional<Value> set_by_torchrun(Interpreter& interpreter, const Value& name, const Span& span);

}  // namespace vramlint::interp
