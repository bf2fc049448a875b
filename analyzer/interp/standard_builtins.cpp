#include "interp/standard.h"

namespace vramlint::interp {

void fill_builtins_module(Interpreter& interpreter, Dict& names) {
  for (const Dict::Entry& entry : interpreter.impl().builtins.as<Dict>()->entries()) {
    if (entry.live) names.set(entry.key, entry.value);
  }
}

}  // namespace vramlint::interp
