// What a trial of edits came to, as a fix tells it.
#pragma once

#include "rule.h"

namespace vramlint::rules {

inline FixEffect effect_of(const ConfigOutcome& outcome) {
  const bool is_bound = outcome.status == Status::partial;
  return {outcome.peak.allocated, outcome.peak.process, outcome.fits, outcome.retries, is_bound};
}

}  // namespace vramlint::rules
