#include "standing.h"

#include <algorithm>

namespace vramlint {

Standing standing_of(const Analysis& analysis) {
  Standing standing{.is_built = analysis.built.has_value(),
                    .phases = analysis.outcome.phases.size(),
                    .unknowns = analysis.outcome.unknowns.size(),
                    .failures = analysis.failures.size(),
                    .failing = {},
                    .fits = analysis.outcome.fits};
  for (const model::BuildFailure& failure : analysis.failures) standing.failing.insert(failure.phase);
  return standing;
}

bool gets_as_far(const Standing& before, const Standing& after) {
  return (after.is_built || !before.is_built) && after.phases >= before.phases && after.failures <= before.failures &&
         after.unknowns <= before.unknowns &&
         std::includes(before.failing.begin(), before.failing.end(), after.failing.begin(), after.failing.end());
}

bool is_left_whole(const Standing& before, const Standing& after) {
  return gets_as_far(before, after) && (after.fits.value_or(false) || !before.fits.value_or(false));
}

}  // namespace vramlint
