// Scalars by their tag; `resolve_plain_scalar` of yaml.h is for those without one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "syntax/yaml.h"

namespace vramlint::syntax {

using YamlScalar = std::variant<std::monostate, bool, int64_t, double, std::string, YamlOther>;

/// For texts that look like an integer to PyYAML; a big_integer beyond 64 bits.
YamlScalar int_scalar(std::string_view text);
/// For texts that look like a float, or an integer, to PyYAML.
YamlScalar float_scalar(std::string_view text);

/// What YAML 1.2 makes of a scalar (yaml.org/spec/1.2.2, 10.3.2), where that is something else.
std::optional<YamlScalar> newer_meaning(const YamlNode& node);

}  // namespace vramlint::syntax
