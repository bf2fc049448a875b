#include "rule.h"

namespace vramlint::rules {

namespace {
namespace dormant_setting_rule {

void check(const Analysis& analysis, Report& report) {
  if (!analysis.usage) return;
  for (const usage::Dormant& found : analysis.usage->dormant) report.add(found.span, found.message, found.related);
}

}  // namespace dormant_setting_rule
}  // namespace

extern const Rule dormant_setting = {
    .name = "dormant-setting",
    .code = "VL1114",
    .summary = "The training program reads the key only in a mode that another key of the config does not choose.",
    .severity = Severity::note,
    .concern = Concern::idle,
    .needs = Stage::whole_usage,
    .check = dormant_setting_rule::check,
    .manual = {}};

}  // namespace vramlint::rules
