#include "rule.h"

namespace vramlint::rules {

/// Reported while a launch script is read.
extern const Rule overwritten_environment_variable = {
    .name = "overwritten-environment-variable",
    .code = "VL1108",
    .summary = "A launch script exports a value that another replaces before anything could read it.",
    .severity = Severity::warning,
    .concern = Concern::idle,
    .needs = Stage::source,
    .check = nullptr,
};

}  // namespace vramlint::rules
