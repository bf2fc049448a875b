#include "rule.h"

namespace vramlint::rules {

namespace {
namespace relative_config_path_rule {

void check(const Analysis& analysis, Report& report) {
  if (!analysis.usage) return;
  for (const usage::RelativePath& found : analysis.usage->relative_paths) {
    Words message = "`{0}` is looked for in the working directory: from any other it is not found"_words(found.path);
    if (!found.outcome.empty())
      message = "`{0}` is looked for in the working directory: from any other it is not found, {1}"_words(
          found.path, found.outcome);
    report.add(found.span, std::move(message), found.related);
  }
}

}  // namespace relative_config_path_rule
}  // namespace

extern const Rule relative_config_path = {
    .name = "relative-config-path",
    .code = "VL1113",
    .summary =
        "The training program opens the config by a path of its own that is found from one working directory only.",
    .severity = Severity::note,
    .needs = Stage::usage,
    .check = relative_config_path_rule::check,
    .manual = {}};

}  // namespace vramlint::rules
