// What a trial of edits came to, as a fix tells it.
#pragma once

#include "rule.h"

namespace vramlint::rules {

inline FixEffect effect_of(const ConfigOutcome& outcome) {
  const bool is_bound = outcome.status == Status::partial;
  return {outcome.peak.allocated, outcome.peak.process, outcome.fits, outcome.retries, is_bound};
}

/// The edits change nothing that is estimated: where they are many, none of them does, one by one.
inline bool leaves_peak_alone(const Analysis& before, const Analysis& after) {
  const ConfigOutcome &old = before.outcome, &now = after.outcome;
  return after.built && after.failures.size() == before.failures.size() && now.status == old.status &&
         now.peak.process.point == old.peak.process.point && now.parameters == old.parameters;
}

}  // namespace vramlint::rules
