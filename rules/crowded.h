// Whether memory is what a config is short of.
#pragma once

#include "rule.h"

namespace vramlint::rules {

/// The peak exceeds the device, or takes at least this share of it.
bool is_crowded(const Analysis& analysis, double share);

/// Number of the phase with the highest peak, in Built::phases.
size_t peak_phase(const Analysis& analysis);

}  // namespace vramlint::rules
