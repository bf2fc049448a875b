#include "rules/checkpoint_calls.h"
#include "rules/kept_results.h"
#include "rules/peak_story.h"
#include "rules/unused_graphs.h"

namespace vramlint::rules {
namespace {
namespace validation_peak_exceeds_training_rule {

constexpr double kCrowded = 0.8;  // of the device
constexpr double kLeast = 1.05;   // of the training's peak

using Phases = std::vector<PhasePeak>;

/// The phase of the stage that needs most, of those that train or of the others; none: the number of phases.
size_t highest_of(const Analysis& analysis, size_t stage, bool training) {
  const Phases& phases = analysis.outcome.phases;
  size_t highest = phases.size();
  for (size_t phase = 0; phase < phases.size(); ++phase) {
    if (analysis.built->facts[phase].stage != stage || peaks_behind_training(analysis, phase) == training) continue;
    if (highest == phases.size() || phases[phase].peak.process.point > phases[highest].peak.process.point)
      highest = phase;
  }
  return highest;
}

/// Where training fits and only validation does not, `peak-appears-late` says so; where it is recorded in vain,
/// `evaluation-without-no-grad`; where it keeps its results, `evaluation-keeps-results`.
void check_stage(const Analysis& analysis, size_t stage, Report& report) {
  const Phases& phases = analysis.outcome.phases;
  const size_t highest = highest_of(analysis, stage, false), training = highest_of(analysis, stage, true);
  if (highest == phases.size() || training == phases.size()) return;
  const Bytes most = phases[highest].peak.process.point, before = phases[training].peak.process.point;
  const Bytes budget = analysis.device->budget;
  const bool only_late = most > budget && before <= budget;
  if (static_cast<double>(most.count) < kCrowded * static_cast<double>(budget.count)) return;
  if (only_late || static_cast<double>(most.count) < kLeast * static_cast<double>(before.count)) return;
  const std::string& name = config::stage_at(*analysis.experiment, stage).stage;
  const Words where = name.empty() || phases[highest].name == analysis.outcome.peak_phase
                          ? "The peak is in a phase without gradients"_words
                          : "The peak of stage `{0}` is in a phase without gradients"_words(name);
  if (phases[highest].name == analysis.outcome.peak_phase && unused_graph(analysis)) return;
  if (are_most_of(analysis, phases[highest].peak.process)) return;
  report.add(
      place_of_phase(analysis, highest),
      "{0}: `{1}` needs {2}, training (`{3}`) {4}; {5}. A smaller batch there, autocast around it, or handling its samples one by one lowers the peak and leaves training as it is."_words(
          where, phases[highest].name, describe(phases[highest].peak.process), phases[training].name,
          describe(phases[training].peak.process), describe_device(analysis)));
}

void check(const Analysis& analysis, Report& report) {
  if (!analysis.device || !analysis.built) return;
  if (analysis.built->phases.size() != analysis.outcome.phases.size()) return;
  for (size_t stage = 0; stage < config::stage_count(*analysis.experiment); ++stage)
    check_stage(analysis, stage, report);
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
