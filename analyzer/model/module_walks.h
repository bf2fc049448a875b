// What nn.Module does with all the modules below it, where it is asked for thousands of times.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interp/interpreter.h"

namespace vramlint::model {

/// Lets the class Module of torch.nn.modules.module call forward, set the mode, go through what is below it and look a
/// name up by itself; what has hooks, or a class that does one of it in its own way, goes to what the
/// prelude wrote. `names`: of that module.
void quicken_walks(interp::Interpreter& interpreter, interp::Dict& names, const interp::Class& module_class);

/// What module.named_modules() yields (torch/nn/modules/module.py, 2.4); empty where a class walks in its own way.
/// `module_class`: torch.nn.Module.
std::optional<std::vector<std::pair<std::string, interp::Value>>> named_modules(interp::Interpreter& interpreter,
                                                                                const interp::Value& module,
                                                                                const interp::Class& module_class);

}  // namespace vramlint::model
