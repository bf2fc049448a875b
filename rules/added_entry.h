// A key that is put into a section of a config.
#pragma once

#include <string>
#include <vector>

#include "rule.h"

namespace vramlint::rules {

/// Below or behind the last of the section's entries that `source` itself sets and that allows it, in the form that it
/// has: a line of YAML, an item of JSON or of a mapping in braces, a keyword of a call. Empty where there is none.
std::vector<Edit> added_entry(const Source& source, const config::Mapping& section, const std::string& name,
                              const std::string& text);

/// A line of its own below the entry's, in its section's indentation; nothing where the section is not written line by
/// line.
std::optional<Edit> line_after(const config::Entry& entry, const std::string& added);

}  // namespace vramlint::rules
