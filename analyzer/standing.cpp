#include "standing.h"

#include <algorithm>

namespace vramlint {

namespace {

void add(Standing::Phases& phases, const std::string& name) {
  ++(name.ends_with("validation") ? phases.validated : phases.trained);
}

bool covers(const Standing::Phases& these, const Standing::Phases& those) {
  return these.trained >= those.trained && these.validated >= those.validated;
}

}  // namespace

Standing standing_of(const Analysis& analysis) {
  Standing standing{.is_built = analysis.built.has_value(),
                    .told = {},
                    .followed = {},
                    .unknowns = analysis.outcome.unknowns.size(),
                    .failures = analysis.failures.size(),
                    .cut_short = analysis.notes.rounds_cut_short,
                    .failing = {},
                    .fits = analysis.outcome.fits};
  for (const PhasePeak& phase : analysis.outcome.phases) add(standing.told, phase.name);
  if (analysis.built)
    for (const std::string& phase : analysis.built->followed) add(standing.followed, phase);
  for (const model::BuildFailure& failure : analysis.failures) standing.failing.insert(failure.phase);
  return standing;
}

bool gets_as_far(const Standing& before, const Standing& after) {
  return (after.is_built || !before.is_built) && covers(after.followed, before.told) &&
         after.failures <= before.failures && after.unknowns <= before.unknowns &&
         after.cut_short <= before.cut_short &&
         std::includes(before.failing.begin(), before.failing.end(), after.failing.begin(), after.failing.end());
}

bool is_left_whole(const Standing& before, const Standing& after) {
  return gets_as_far(before, after) && (after.fits.value_or(false) || !before.fits.value_or(false));
}

}  // namespace vramlint
