// A config that an expression over source yields: a preset function's dict.
#pragma once

#include "config/dialect.h"
#include "config/project.h"

namespace vramlint::config {

/// `recipe.config` over the names of the file, of modules, and `cfg`: what the file itself holds, where it is data.
/// Every value keeps the place in the source that sets it. Empty: a finding says why.
std::optional<Config> function_config(const Recipe& recipe, Config file, LoadContext& context);

}  // namespace vramlint::config
