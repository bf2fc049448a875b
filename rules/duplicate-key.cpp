#include "rule.h"

namespace vramlint::rules {

/// Reported while the config is read.
extern const Rule duplicate_key = {
    .name = "duplicate-key",
    .code = "VL1201",
    .summary = "The same key stands twice in one mapping, so that one of the two values is silently lost.",
    .severity = Severity::error,
    .concern = Concern::idle,
    .needs = Stage::source,
    .check = nullptr,
};

}  // namespace vramlint::rules
