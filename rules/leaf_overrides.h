// Settings that a Python config inherits from a base, set anew in the config itself: what lies in a base is other
// configs' as well.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rule.h"

namespace vramlint::rules {

/// Dotted key and the text of its value.
using Override = std::pair<std::string, std::string>;

/// Adds to the config's file what sets these keys, in the way of mmcv's and mmengine's `_base_`: a mapping is merged
/// into the inherited one. Empty where the file inherits nothing, or a key leads through a list. That it has the effect
/// it should have is for a trial to show: the file may set a part of the mapping itself.
std::vector<Edit> leaf_overrides(const Analysis& analysis, const std::vector<Override>& overrides);

/// The config's own file, or the recipe whose words start the program: what stands there is nobody else's.
bool is_own(const Analysis& analysis, const Source* source);

/// The edits that set one value: in its place where that is the config's own, else an override; empty where there is
/// none.
std::vector<Edit> own_edits(const Analysis& analysis, const std::string& key, const Span& value,
                            const std::string& text);

}  // namespace vramlint::rules
