// What nn.Module walks through: named_modules(), modules(), named_parameters(), parameters(), named_buffers() and
// buffers(), as iterators that find the next one when they are asked for it. A module that does it in its own way is
// asked itself, and what is below it comes from there.
// torch/nn/modules/module.py (2.4).
#pragma once

#include <string_view>

#include "interp/interpreter.h"

namespace vramlint::model {

/// Puts them into the class Module of torch.nn.modules.module, before what the prelude wrote there.
void quicken_iteration(interp::Interpreter& interpreter, const interp::Class& module_class);

/// Its __dict__.
const interp::Dict& own_attributes(const interp::Value& instance);

/// The dict of that name which the module itself holds; nullptr if there is none.
const interp::Dict* store_of(const interp::Value& module, std::string_view name);

/// A part of which nothing is known: a module goes without it, where one call is built (_vramlint.is_missing).
bool is_missing_part(interp::Interpreter& interpreter, const interp::Value& part);

/// Modules that the program lets be compared in its own way are not told apart by identity.
bool has_own_equality(const interp::Class& cls);

/// Whether the class has the method from nn.Module.
bool leaves_to_module(const interp::Class& cls, const interp::Class& module_class, std::string_view method);

/// The same of a module, who may have one of its own that its class has not.
bool leaves_to_module(interp::Interpreter& interpreter, const interp::Value& module, const interp::Class& module_class,
                      std::string_view method);

}  // namespace vramlint::model
