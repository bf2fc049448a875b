#include "rules/crowded.h"

#include <algorithm>

namespace vramlint::rules {

bool is_crowded(const Analysis& analysis, double share) {
  const ConfigOutcome& outcome = analysis.outcome;
  const auto peak = static_cast<double>(outcome.peak.process.point.count);
  return !outcome.fits.value_or(true) || peak >= share * static_cast<double>(analysis.device->budget.count);
}

size_t peak_phase(const Analysis& analysis) {
  const auto& phases = analysis.outcome.phases;
  const auto at = std::find_if(phases.begin(), phases.end(),
                               [&](const PhasePeak& phase) { return phase.name == analysis.outcome.peak_phase; });
  return static_cast<size_t>(at - phases.begin());
}

}  // namespace vramlint::rules
