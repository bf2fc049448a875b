// What a dialect without recipes takes of the project file.
#pragma once

#include "config/dialect.h"

namespace vramlint::config {

/// The root as working directory, where imports are searched, and device, release and budget where the project says
/// them.
void begin_in_project(Experiment& facts, const LoadContext& context);

}  // namespace vramlint::config
