#include "rules/peak_story.h"

namespace vramlint::rules {
namespace {
namespace peak_by_setting_rule {

constexpr int kTrials = 16;
constexpr size_t kTold = 6;

void check(const Analysis& analysis, Report& report) {
  const bool is_told = !analysis.outcome.keys.empty();  // with the peak that is too high
  if (is_told || analysis.timelines.empty()) return;
  const std::vector<Lever> found = levers(analysis, report.session(), kTrials, true);
  if (found.empty()) return;
  report.tell_keys(shares_of(found));
  report.add(found.front().span,
             sentences({"Training needs {0} at the peak."_words(describe(analysis.outcome.peak.process)),
                        "The settings that lower it most: {0}."_words(describe_levers(found, kTold))}),
             related_places(analysis, found));
}

}  // namespace peak_by_setting_rule
}  // namespace

extern const Rule peak_by_setting = {
    .name = "peak-by-setting",
    .code = "VL1034",
    .summary = "Which settings lower the peak most, each moved one step, and by how much.",
    .severity = Severity::note,
    .concern = Concern::memory,
    .needs = Stage::build,
    .on_request = true,
    .check = peak_by_setting_rule::check,
};

}  // namespace vramlint::rules
