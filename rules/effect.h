// What a trial of edits came to, as a fix tells it.
#pragma once

#include "rule.h"

namespace vramlint::rules {

inline FixEffect effect_of(const ConfigOutcome& outcome) {
  return {outcome.peak.allocated, outcome.peak.process, outcome.fits, outcome.retries};
}

}  // namespace vramlint::rules
