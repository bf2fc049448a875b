#include "rule.h"

namespace vramlint::rules {

/// Reported while the config is read.
extern const Rule invalid_config = {
    .name = "invalid-config",
    .code = "VL1207",
    .summary = "A config cannot be evaluated or merged, so that the training program will stop at it too.",
    .severity = Severity::error,
    .concern = Concern::run,
    .needs = Stage::source,
    .check = nullptr,
};

}  // namespace vramlint::rules
