#include "rules/trial.h"

#include "rules/effect.h"

namespace vramlint::rules {
namespace {

bool have_same_peak(const ConfigOutcome& before, const ConfigOutcome& after) {
  return after.peak.process.point == before.peak.process.point && after.parameters == before.parameters;
}

}  // namespace

bool leave_peak_alone(const Analysis& analysis, const std::vector<Edit>& edits, const Session& session) {
  bool is_alone = false;
  const std::optional<Analysis> after = what_if(analysis, edits, session, [&](const Analysis& alone) {
    is_alone = have_same_peak(analysis.outcome, alone.outcome);
    return false;
  });
  if (!after) return is_alone;
  return after->built && after->failures.size() == analysis.failures.size() &&
         after->outcome.status == analysis.outcome.status && have_same_peak(analysis.outcome, after->outcome);
}

std::optional<Analysis> try_to_fit(const Analysis& analysis, const std::vector<Edit>& edits, const Session& session,
                                   FixEffect* alone) {
  return what_if(analysis, edits, session, [&](const Analysis& phase) {
    const ConfigOutcome& outcome = phase.outcome;
    if (alone) *alone = effect_of(outcome);
    return !phase.device || outcome.fits.value_or(true) || outcome.peak.process.point <= phase.device->budget;
  });
}

bool is_lower(const Analysis& before, const Analysis& after, double share) {
  const Bytes old = before.outcome.peak.process.point, now = after.outcome.peak.process.point;
  return static_cast<double>((old - now).count) >= share * static_cast<double>(old.count);
}

std::optional<Analysis> try_to_lower(const Analysis& analysis, const std::vector<Edit>& edits, const Session& session,
                                     double share) {
  return what_if(analysis, edits, session, [&](const Analysis& alone) { return is_lower(analysis, alone, share); });
}

}  // namespace vramlint::rules
