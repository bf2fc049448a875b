#include "rules/accumulation_keys.h"

namespace vramlint::rules {

namespace {
namespace ineffective_setting_rule {

void check(const Analysis& analysis, Report& report) {
  if (!analysis.usage) return;
  for (const usage::Ineffective& found : analysis.usage->ineffective) {
    if (!found.is_note && asks_for_accumulation(analysis, found.key)) continue;
    report.add(found.is_note ? Severity::note : Severity::warning, found.span, found.message, found.related);
  }
}

}  // namespace ineffective_setting_rule
}  // namespace

extern const Rule ineffective_setting = {
    .name = "ineffective-setting",
    .code = "VL1106",
    .summary = "The training program reads the key, and whatever its value is changes nothing.",
    .severity = Severity::warning,
    .concern = Concern::idle,
    .needs = Stage::whole_usage,
    .check = ineffective_setting_rule::check,
    .manual = {}};

}  // namespace vramlint::rules
