// How the modules of a step were made: their class, and what the calls leave to its defaults.
#pragma once

#include "model/builder.h"

namespace vramlint::model {

/// Of a module that is there now; without a class where it is none of the program's, or lies deep in another.
void note_making(interp::Interpreter& interpreter, Builder& builder, const interp::Value& module,
                 graph::ModuleId number);

}  // namespace vramlint::model
