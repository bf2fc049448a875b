// TOML 1.0 as Python's tomllib takes it, with the exact byte span of every key and value.
#pragma once

#include "syntax/yaml.h"

namespace vramlint::syntax {

/// One document, of nodes as YAML has them; a null one where the text is no TOML. A table's span goes from its header
/// to its last value. Limits are those of parse_yaml.
YamlFile parse_toml(const Source& source);

}  // namespace vramlint::syntax
