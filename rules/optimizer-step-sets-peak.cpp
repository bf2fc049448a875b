#include <algorithm>

#include "rules/crowded.h"
#include "rules/peak_story.h"
#include "step_view.h"

namespace vramlint::rules {
namespace {
namespace optimizer_step_sets_peak_rule {

constexpr double kLeast = 0.03;  // of the allocated peak
constexpr double kCrowded = 0.8;

void check(const Analysis& analysis, Report& report) {
  if (!is_crowded(analysis, kCrowded)) return;
  const size_t phase = peak_phase(analysis);
  if (phase >= analysis.timelines.size()) return;
  const StepView view = step_view(analysis, phase);
  if (view.peak.stretch != "optimizer step") return;
  Bytes before;
  for (const Stretch& stretch : view.stretches) {
    if (stretch.name != view.peak.stretch) before = std::max(before, stretch.highest.allocated);
  }
  const Bytes peak = analysis.timelines[phase].peak_allocated, more = peak - before;
  if (static_cast<double>(more.count) < kLeast * static_cast<double>(peak.count)) return;
  const std::vector<graph::Optimizer>& optimizers = analysis.built->phases[phase].optimizers;
  const Span place = optimizers.empty() ? Span() : optimizers.front().span;
  report.add(place ? place : place_of_peak(analysis),
             "The optimizer's step sets the peak, {0} allocated; forward and backward need {1}. The foreach "
             "implementation makes temporaries for all parameters at once: with `fused=True`, or `foreach=False` "
             "(slower), up to {2} are saved."_words(peak, before, more),
             related_places(analysis));
}

}  // namespace optimizer_step_sets_peak_rule
}  // namespace

extern const Rule optimizer_step_sets_peak = {
    .name = "optimizer-step-sets-peak",
    .code = "VL1018",
    .summary = "The temporaries of the optimizer's step, and not forward or backward, set a peak that is too high.",
    .severity = Severity::warning,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .check = optimizer_step_sets_peak_rule::check,
};

}  // namespace vramlint::rules
