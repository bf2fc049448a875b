// What a program has around it when the model is made: modules that its script has imported, and what the machine says.
#pragma once

#include "config/experiment.h"
#include "interp/interpreter.h"
#include "model/build.h"

namespace vramlint::model {

/// Imports what the script imports of the project's own modules: they may fill registries. One that fails is left out.
void import_for_script(interp::Interpreter& interpreter, const config::Experiment& experiment, BuildContext& context);

/// How many GPUs there are, the command line and what is installed are not known, unless somebody says them.
void doubt(interp::Interpreter& interpreter, const config::Experiment& experiment);

/// Whether the code that a failure came from may ask for one of these.
bool may_rest_on_doubts(const BuildFailure& failure, const std::vector<Assumption>& assumptions);

}  // namespace vramlint::model
