// The files of tests/models as recipes.
#pragma once

#include <memory>
#include <string>

#include "fixture.h"

namespace vramlint::model {

/// Its config, inputs, model and loss, as its file says. Null where the config is no literal.
std::unique_ptr<Recipe> recipe_of_model(const std::string& file);

}  // namespace vramlint::model
