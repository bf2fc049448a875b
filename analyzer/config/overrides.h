// --set key=value, with mmcv's meaning of both sides.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/finding.h"
#include "base/unknown.h"
#include "config/config.h"

namespace vramlint::config {

/// A value as mmcv's DictAction reads it: an int, a float, true or false, None, else a string; `a,b` and `[a,b]` are
/// lists,
/// `(a,b)` a tuple, nested as need be. Quotes around the whole and all blanks are dropped. `error` is set when brackets
/// do not match.
Node parse_override_value(std::string_view text, std::string& error);

/// Merges `a.b.0.c=value` pairs over the config, list items by index. What cannot be is a finding (`invalid-config`),
/// and the others still apply. A key that was not there is noted as assumption, and as a warning where it is nearly one
/// that is. Values' spans point into texts that the config owns.
void apply_overrides(Config& config, const std::vector<std::pair<std::string, std::string>>& overrides,
                     Findings& findings, std::vector<Assumption>& assumptions);

}  // namespace vramlint::config
