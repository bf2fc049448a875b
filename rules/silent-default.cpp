#include <algorithm>

#include "rule.h"

namespace vramlint::rules {
namespace {
namespace silent_default_rule {

/// Where another program reads the key it is no slip of the pen.
bool is_read_elsewhere(const usage::Usage& usage, const std::string& key) {
  return std::any_of(usage.unread.begin(), usage.unread.end(),
                     [&](const usage::Unread& one) { return one.key == key && !one.readers.empty(); });
}

void check(const Analysis& analysis, Report& report) {
  if (!analysis.usage) return;
  for (const usage::Mistaken& one : analysis.usage->mistaken) {
    if (is_read_elsewhere(*analysis.usage, one.key)) continue;
    std::vector<Fix> fixes;
    if (one.span.text() == one.key.substr(one.key.rfind('.') + 1))
      fixes.push_back(
          {.title = "Rename it to `{0}`"_words(one.asked), .safety = Safety::unsafe, .edits = {{one.span, one.asked}}});
    report.add(one.span,
               "The training program never reads `{0}`. It asks for `{1}`, finds no such key, and goes on with its "
               "default without a word."_words(one.key, one.asked),
               {{one.place, "asked here"_words}}, std::move(fixes));
  }
}

}  // namespace silent_default_rule
}  // namespace

extern const Rule silent_default = {
    .name = "silent-default",
    .code = "VL1120",
    .summary = "The program asks for a key that the config nearly has, and takes its default in silence.",
    .severity = Severity::warning,
    .concern = Concern::idle,
    .needs = Stage::whole_usage,
    .check = silent_default_rule::check,
};

}  // namespace vramlint::rules
