// Arguments of natives of the prelude, by place or by name.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::model {

inline interp::Value torch_argument(interp::Arguments& arguments, size_t at, std::string_view name,
                                    interp::Value otherwise = {}) {
  if (at < arguments.positional.size()) return arguments.positional[at];
  const interp::Value* found = arguments.find(name);
  return found ? *found : otherwise;
}

}  // namespace vramlint::model
