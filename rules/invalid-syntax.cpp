#include "rule.h"

namespace vramlint::rules {

/// Reported while a file is read.
extern const Rule invalid_syntax = {
    .name = "invalid-syntax",
    .code = "VL1204",
    .summary = "A file is not what its language allows, so that it cannot be read.",
    .severity = Severity::error,
    .concern = Concern::run,
    .needs = Stage::source,
    .check = nullptr,
};

}  // namespace vramlint::rules
