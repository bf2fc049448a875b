// Values of a config that may be exchanged for others that the program knows in their place: texts, such as an
// implementation of attention, an optimizer, the name of a model, and numbers for the 0 that turns off what they weigh.
#pragma once

#include <vector>

#include "rules/setting_steps.h"

namespace vramlint::rules {

/// One step for each other text, at most six for one key and two dozen in all. Whether the program takes it there is
/// for a trial to show.
std::vector<Step> name_steps(const Analysis& analysis, const Session& session);

/// To 0, for each real number under a name of which the program asks whether it is more than that: the weight of a term
/// of the loss. At most a dozen.
std::vector<Step> switch_steps(const Analysis& analysis, const Session& session);

}  // namespace vramlint::rules
