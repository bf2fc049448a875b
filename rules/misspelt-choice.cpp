#include "rule.h"

namespace vramlint::rules {

namespace {
namespace misspelt_choice_rule {

void check(const Analysis& analysis, Report& report) {
  if (!analysis.usage) return;
  for (const usage::Misspelt& found : analysis.usage->misspelt) {
    const std::string_view written = found.span.text();
    const bool is_quoted = written.starts_with('"') || written.starts_with('\'');
    const std::string quote(is_quoted ? written.substr(0, 1) : "");
    Fix fix{.title = "Write `{0}`"_words(found.meant),
            .safety = Safety::display,
            .edits = {{found.span, quote + found.meant + quote}},
            .effect = {}};
    report.add(
        found.span,
        "`{0}` is \"{1}\", which is none of the values that the program compares it with, so the program takes its fallback branch. Probably `{2}` is meant."_words(
            found.key, found.text, found.meant),
        found.tried, {std::move(fix)});
  }
}

}  // namespace misspelt_choice_rule
}  // namespace

extern const Rule misspelt_choice = {
    .name = "misspelt-choice",
    .code = "VL1112",
    .summary = "A text equals none of the names that the training program compares it with, and nearly equals one.",
    .severity = Severity::warning,
    .needs = Stage::usage,
    .check = misspelt_choice_rule::check,
    .manual = {}};

}  // namespace vramlint::rules
