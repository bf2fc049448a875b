#include "rule.h"

namespace vramlint::rules {

/// Reported when everything else has been found.
extern const Rule unused_suppression = {
    .name = "unused-suppression",
    .code = "VL1211",
    .summary = "A comment silences a rule that finds nothing there.",
    .severity = Severity::warning,
    .concern = Concern::idle,
    .needs = Stage::source,
    .check = nullptr,
};

}  // namespace vramlint::rules
