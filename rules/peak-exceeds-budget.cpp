#include "rules/peak_story.h"

namespace vramlint::rules {
namespace {
namespace peak_exceeds_budget_rule {

void check(const Analysis& analysis, Report& report) {
  const config::PeakBudget* budget = peak_budget(analysis, report.session());
  const ConfigOutcome& outcome = analysis.outcome;
  if (!budget || outcome.peak.process.point <= budget->most) return;
  Words message =
      "Training needs {0} at the peak, and the project allows {1}"_words(describe(outcome.peak.process), budget->most);
  if (!budget->message.empty()) message = "{0}: {1}"_words(message, budget->message);
  std::vector<Related> related = {{budget->span, "allowed here"_words}};
  for (Related& item : related_places(analysis)) related.push_back(std::move(item));
  // What is not known may also lower it.
  const bool certain = outcome.status != Status::partial || are_lower_bounds(outcome.unknowns);
  report.add(certain ? Severity::error : Severity::warning, place_of_peak(analysis),
             "{0}."_words(with_top(message, analysis)), std::move(related));
}

}  // namespace peak_exceeds_budget_rule
}  // namespace

extern const Rule peak_exceeds_budget = {
    .name = "peak-exceeds-budget",
    .code = "VL1019",
    .summary = "One training step needs more memory at its peak than the project allows for the config.",
    .severity = Severity::error,
    .concern = Concern::memory,
    .needs = Stage::peak,
    .check = peak_exceeds_budget_rule::check,
};

}  // namespace vramlint::rules
