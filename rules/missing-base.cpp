#include "rule.h"

namespace vramlint::rules {

/// Reported while the config is read.
extern const Rule missing_base = {
    .name = "missing-base",
    .code = "VL1202",
    .summary = "A file that the config inherits from cannot be read.",
    .severity = Severity::error,
    .concern = Concern::run,
    .needs = Stage::source,
    .check = nullptr,
};

}  // namespace vramlint::rules
