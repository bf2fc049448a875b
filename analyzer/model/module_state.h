// nn.Module.state_dict() of thousands of modules.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::model {

/// Lets the class Module of torch.nn.modules.module fill a state dict by itself; a module that has hooks for it, or a
/// class with a way of its own, goes to what the prelude wrote. torch/nn/modules/module.py (2.4) state_dict().
void quicken_state(interp::Interpreter& interpreter, const interp::Class& module_class);

}  // namespace vramlint::model
