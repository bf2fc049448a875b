// JSON as Python's json.loads takes it, with NaN and Infinity, and with the exact byte span of every key and value.
// Also
// `// …` and `/* … */` between tokens, which no JSON has: programs that write them strip them before they parse.
#pragma once

#include "syntax/yaml.h"

namespace vramlint::syntax {

/// One document, of nodes as YAML has them; a null one where the text is no JSON. Limits are those of parse_yaml.
YamlFile parse_json(const Source& source);

}  // namespace vramlint::syntax
