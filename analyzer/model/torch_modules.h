// What the prelude's Python files cannot say themselves: the module `_vramlint`, and operators under their Python
// names.
#pragma once

#include "interp/interpreter.h"
#include "model/builder.h"

namespace vramlint::model {

/// Installs the hook that completes torch's modules, and the builder that tensors of this interpreter report to.
void install_torch(interp::Interpreter& interpreter, std::shared_ptr<Builder> builder);

}  // namespace vramlint::model
