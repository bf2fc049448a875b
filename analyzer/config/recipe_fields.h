// The keys of one recipe in vramlint.yaml.
#pragma once

#include "config/fields.h"

namespace vramlint::config {

/// Complains about what is missing too.
Recipe read_recipe(FieldReader& reader, const Node& node);

}  // namespace vramlint::config
