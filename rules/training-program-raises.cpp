#include <algorithm>

#include "raising_stages.h"
#include "rule.h"

namespace vramlint::rules {

namespace {
namespace training_program_raises_rule {

/// Whether the model alone raises it too: constructor-raises has said so.
bool is_known(const Analysis& analysis, const std::string& error) {
  const auto same = [&](const model::BuildFailure& failure) { return failure.message == error; };
  return (analysis.failure && same(*analysis.failure)) ||
         std::any_of(analysis.failures.begin(), analysis.failures.end(), same);
}

/// What a key is to blame for is told there.
bool is_told(const Analysis& analysis, const std::string& error) {
  const auto names = [&](const std::string& told) { return told.find(error) != std::string::npos; };
  return (analysis.usage &&
          std::ranges::any_of(analysis.usage->stops, [&](const auto& one) { return names(one.error); })) ||
         std::ranges::any_of(analysis.failures, [&](const auto& one) { return names(one.message); });
}

/// Where the program was followed on behind an error of its own text, which no key of the config leads to.
void check_passed_over(const Analysis& analysis, Report& report) {
  for (const Assumption& one : analysis.outcome.assumptions) {
    if (one.raised.empty() || is_told(analysis, one.raised)) continue;
    const Severity severity = stands_on_guess(analysis) ? Severity::warning : Severity::error;
    report.add(severity, one.span, "The training program ends here: {0}"_words(one.raised));
  }
}

void check(const Analysis& analysis, Report& report) {
  check_passed_over(analysis, report);
  if (!analysis.usage) return;
  for (const usage::Stop& stop : analysis.usage->stops) {
    if (is_known(analysis, stop.error)) continue;
    report.add(stop.span, "The training program raises with this `{0}`: {1}"_words(stop.key, stop.error), stop.related);
  }
}

}  // namespace training_program_raises_rule
}  // namespace

extern const Rule training_program_raises = {
    .name = "training-program-raises",
    .code = "VL1111",
    .summary = "The training program, followed with this config, raises and nothing catches it.",
    .severity = Severity::error,
    .concern = Concern::run,
    .needs = Stage::build,
    .check = training_program_raises_rule::check,
    .manual = {}};

}  // namespace vramlint::rules
