#include <algorithm>

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

void check(const Analysis& analysis, Report& report) {
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
    .needs = Stage::usage,
    .check = training_program_raises_rule::check,
    .manual = {}};

}  // namespace vramlint::rules
