#include "rule.h"

namespace vramlint::rules {

/// Reported while a launch script is read.
extern const Rule rejected_command_line = {
    .name = "rejected-command-line",
    .code = "VL1107",
    .summary = "The training program refuses the arguments that the launch script gives it.",
    .severity = Severity::error,
    .concern = Concern::run,
    .needs = Stage::source,
    .check = nullptr,
};

}  // namespace vramlint::rules
