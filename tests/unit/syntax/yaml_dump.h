// A YAML tree written out as text for comparison: values as Python's `repr` of what PyYAML makes of them.
#pragma once

#include <string>

#include "syntax/yaml.h"

namespace vramlint::syntax {

/// `{'a': [1, 1.5, None]}`; an Other as `<timestamp 2001-01-01>`.
std::string to_text(const YamlNode& node);

/// As `to_text`, each node followed by the text it spans in `⟨⟩`.
std::string to_text_with_spans(const YamlNode& node);

}  // namespace vramlint::syntax
