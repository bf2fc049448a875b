#include "rule.h"

namespace vramlint::rules {

/// Reported while the comments of the files are read.
extern const Rule invalid_suppression = {
    .name = "invalid-suppression",
    .code = "VL1210",
    .summary = "A comment for vramlint names no rule, or one that does not exist, so that it silences nothing.",
    .severity = Severity::warning,
    .concern = Concern::other,
    .needs = Stage::source,
    .check = nullptr,
};

}  // namespace vramlint::rules
