// What a recipe makes of a config, for the dialects that load configs in other ways.
#pragma once

#include "config/dialect.h"

namespace vramlint::config {

/// By the recipe that claims the config's file; empty where none does or it says too little, which is then an unknown.
std::optional<Experiment> recipe_experiment(const Config& config, LoadContext& context);

}  // namespace vramlint::config
