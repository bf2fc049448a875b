#include <algorithm>

#include "rules/checkpoint_calls.h"
#include "rules/crowded.h"
#include "rules/peak_story.h"
#include "step_view.h"

namespace vramlint::rules {
namespace {
namespace validation_peak_exceeds_training_rule {

constexpr double kCrowded = 0.8;  // of the device
constexpr double kLeast = 1.05;   // of the training's peak

/// No gradients are there, or the step that trains is behind it when it rises to its peak.
bool is_behind_training(const Analysis& analysis, size_t phase) {
  if (!trains(analysis.built->phases[phase])) return true;
  const StepView view = step_view(analysis, phase);
  const auto is_peak = [&](const Stretch& one) { return view.peak.event >= one.first && view.peak.event < one.end; };
  const auto peak = std::find_if(view.stretches.begin(), view.stretches.end(), is_peak);
  return peak != view.stretches.begin() && peak != view.stretches.end() && peak->name == "forward" &&
         std::none_of(peak, view.stretches.end(), [](const Stretch& one) { return one.name == "backward"; });
}

/// Where training fits and only validation does not, `peak-appears-late` says so.
void check(const Analysis& analysis, Report& report) {
  if (!analysis.device || !analysis.built || !is_crowded(analysis, kCrowded)) return;
  const std::vector<PhasePeak>& phases = analysis.outcome.phases;
  const size_t highest = peak_phase(analysis);
  if (highest >= phases.size() || analysis.built->phases.size() != phases.size()) return;
  if (!is_behind_training(analysis, highest)) return;
  const PhasePeak* training = nullptr;
  for (size_t phase = 0; phase < phases.size(); ++phase) {
    const bool same_stage = analysis.built->facts[phase].stage == analysis.built->facts[highest].stage;
    if (!same_stage || phase == highest || !trains(analysis.built->phases[phase])) continue;
    if (!training || phases[phase].peak.process.point > training->peak.process.point) training = &phases[phase];
  }
  if (!training) return;
  const Bytes most = phases[highest].peak.process.point, before = training->peak.process.point;
  const bool only_late = most > analysis.device->budget && before <= analysis.device->budget;
  if (only_late || static_cast<double>(most.count) < kLeast * static_cast<double>(before.count)) return;
  report.add(place_of_peak(analysis),
             "The peak is in a phase without gradients: `{0}` needs {1}, training (`{2}`) {3}; {4}. A smaller batch "
             "there, autocast around it, or handling its samples one by one lowers the peak and leaves training as it "
             "is."_words(phases[highest].name, describe(phases[highest].peak.process), training->name,
                         describe(training->peak.process), describe_device(analysis)));
}

}  // namespace validation_peak_exceeds_training_rule
}  // namespace

extern const Rule validation_peak_exceeds_training = {
    .name = "validation-peak-exceeds-training",
    .code = "VL1029",
    .summary = "Memory is short, and a phase without gradients needs more of it than the training step.",
    .severity = Severity::warning,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .check = validation_peak_exceeds_training_rule::check,
};

}  // namespace vramlint::rules
