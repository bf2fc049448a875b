// How the modules of a step were made: their class, and what the calls leave to its defaults.
#pragma once

#include <vector>

#include "config/experiment.h"
#include "model/build.h"
#include "model/builder.h"

namespace vramlint::model {

/// By module of the builder's graph; without a class where it is none of the program's, or lies deep in another.
std::vector<ModuleMaking> makings_of(interp::Interpreter& interpreter, const Builder& builder);

}  // namespace vramlint::model
