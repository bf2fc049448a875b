// nn.Module's bookkeeping where it is asked for thousands of times: plain attributes and an empty module's stores.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::model {

/// Lets the class Module of torch.nn.modules.module set plain values, parameters and modules and find what it stores by
/// itself; all else goes to the `__setattr__` and `__getattr__` that the prelude wrote. `names`: of that module.
void quicken_attributes(interp::Interpreter& interpreter, interp::Dict& names, const interp::Class& module_class);

/// Where the class of the module that is just being begun is called, in the user's own source.
Span construction_site(interp::Interpreter& interpreter);

/// _vramlint.begin_module(self): the stores of a module without anything in it (torch/nn/modules/module.py, 2.4).
interp::Value begin_module(interp::Interpreter& interpreter, interp::Arguments& arguments);

/// What `name` of a module holds is not known: its bytes are missing, which is noted.
void note_part(interp::Interpreter& interpreter, const interp::Value& owner, std::string_view name,
               const interp::Value& part);
interp::Value native_note_part(interp::Interpreter& interpreter, interp::Arguments& arguments);

/// note_hidden_children(module): what the program itself goes through lacks attributes of what is not there.
interp::Value native_note_hidden_children(interp::Interpreter& interpreter, interp::Arguments& arguments);

}  // namespace vramlint::model
