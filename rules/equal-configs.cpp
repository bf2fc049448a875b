#include "rule.h"

namespace vramlint::rules {

/// Reported when all configs of a run are read (analyzer/equal_configs.h).
extern const Rule equal_configs = {
    .name = "equal-configs",
    .code = "VL1209",
    .summary = "Two configs set the same: every value is equal once their base files are merged.",
    .severity = Severity::note,
    .concern = Concern::idle,
    .needs = Stage::config,
    .needs_more = true,
    .check = nullptr,
};

}  // namespace vramlint::rules
