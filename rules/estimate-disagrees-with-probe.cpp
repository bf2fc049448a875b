#include <cmath>

#include "graph/torch_profile.h"
#include "rules/peak_story.h"

namespace vramlint::rules {
namespace {
namespace estimate_disagrees_with_probe_rule {

constexpr double kTolerance = 0.05;

/// The same release, as far as memory is concerned.
bool same_torch(const std::string& measured, const std::string& estimated) {
  const auto left = graph::torch_profile(measured), right = graph::torch_profile(estimated);
  return left && right && left->version == right->version;
}

/// What a run on the measured device would hold: a CPU knows no workspaces of CUDA's libraries.
Bytes comparable(const ConfigOutcome& outcome, const Measured& measured) {
  Bytes estimate = outcome.peak.allocated.point;
  for (const PhasePeak& phase : outcome.phases) {
    if (phase.name == measured.phase) estimate = phase.peak.allocated.point;
  }
  if (!measured.cuda.empty() || measured.phase != outcome.peak_phase) return estimate;
  return estimate - outcome.breakdown[static_cast<size_t>(Category::workspace)];
}

void check(const Analysis& analysis, Report& report) {
  const ConfigOutcome& outcome = analysis.outcome;
  const auto& measured = outcome.measured;
  if (!measured || !same_torch(measured->torch, outcome.torch) || measured->peak_allocated.count == 0) return;
  const Bytes estimate = comparable(outcome, *measured);
  const double share = static_cast<double>(estimate.count) / static_cast<double>(measured->peak_allocated.count) - 1;
  if (std::fabs(share) <= kTolerance) return;
  const Form form =
      share > 0 ? "The estimate is {0}, {1} % more than the {2} that were measured on {3} with torch {4} on {5}."_words
                : "The estimate is {0}, {1} % less than the {2} that were measured on {3} with torch {4} on {5}."_words;
  report.add(place_of_peak(analysis), form(estimate, std::lround(100 * std::fabs(share)), measured->peak_allocated,
                                           measured->device, measured->torch, measured->date));
}

}  // namespace estimate_disagrees_with_probe_rule
}  // namespace

extern const Rule estimate_disagrees_with_probe = {
    .name = "estimate-disagrees-with-probe",
    .code = "VL1004",
    .summary = "The estimated peak differs from a measured run of the same step by more than 5 %.",
    .severity = Severity::warning,
    .concern = Concern::memory,
    .needs = Stage::build,
    .needs_more = true,
    .check = estimate_disagrees_with_probe_rule::check,
};

}  // namespace vramlint::rules
