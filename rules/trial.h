// Trials of edits that end as soon as the phase with the peak says that the rest does not matter.
#pragma once

#include <optional>
#include <vector>

#include "rule.h"

namespace vramlint::rules {

/// The edits change nothing that is estimated of the phase with the peak: where they are many, none of them does, one
/// by one.
bool leave_peak_alone(const Analysis& analysis, const std::vector<Edit>& edits, const Session& session);

/// None where the phase with the peak does not fit with them, and so nothing does. `alone`: what the process needs
/// then, by that phase; may be null.
std::optional<Analysis> try_to_fit(const Analysis& analysis, const std::vector<Edit>& edits, const Session& session,
                                   FixEffect* alone = nullptr);

/// None where the phase with the peak is not lower by this share of the peak.
std::optional<Analysis> try_to_lower(const Analysis& analysis, const std::vector<Edit>& edits, const Session& session,
                                     double share);

/// By the process's peak.
bool is_lower(const Analysis& before, const Analysis& after, double share);

}  // namespace vramlint::rules
