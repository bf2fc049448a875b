#include <algorithm>

#include "rules/peak_story.h"

namespace vramlint::rules {
namespace {
namespace peak_appears_late_rule {

bool trains(const graph::Graph& graph) {
  return std::any_of(graph.events.begin(), graph.events.end(),
                     [](const graph::Event& event) { return std::holds_alternative<graph::Backward>(event); });
}

void check(const Analysis& analysis, Report& report) {
  const std::vector<PhasePeak>& phases = analysis.outcome.phases;
  if (!analysis.built || analysis.built->phases.size() != phases.size()) return;
  const auto fits = [&](const PhasePeak& phase) { return phase.peak.process.point <= analysis.device->budget; };
  for (size_t late = 1; late < phases.size(); ++late) {
    if (fits(phases[late])) continue;
    size_t first = 0;  // of the same training: another stage is another program
    while (first < late && analysis.built->facts[first].stage != analysis.built->facts[late].stage) ++first;
    if (first == late || !trains(analysis.built->phases[first]) || !fits(phases[first])) continue;
    const bool validates = !trains(analysis.built->phases[late]);
    const Words advice =
        validates ? "It computes no gradients: a smaller batch there, or autocast around it, is enough."_words
                  : "A run that gets through its first steps has not been tried yet."_words;
    report.add(
        place_of_peak(analysis),
        sentences(
            {"Training begins and fits (phase `{0}`: {1}), and runs out of memory later: phase `{2}` needs {3}, {4}."_words(
                 phases[first].name, describe(phases[first].peak.process), phases[late].name,
                 describe(phases[late].peak.process), describe_device(analysis)),
             advice}));
    return;
  }
}

}  // namespace peak_appears_late_rule
}  // namespace

extern const Rule peak_appears_late = {
    .name = "peak-appears-late",
    .code = "VL1015",
    .summary = "Training fits when it begins, and a later phase of it does not.",
    .severity = Severity::warning,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .check = peak_appears_late_rule::check,
};

}  // namespace vramlint::rules
