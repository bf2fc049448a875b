// Texts of a config that may be exchanged for others that the program knows in their place: an implementation of
// attention, an optimizer, the name of a model.
#pragma once

#include <vector>

#include "rules/setting_steps.h"

namespace vramlint::rules {

/// One step for each other text, at most six for one key and two dozen in all. Whether the program takes it there is
/// for a trial to show.
std::vector<Step> name_steps(const Analysis& analysis, const Session& session);

}  // namespace vramlint::rules
