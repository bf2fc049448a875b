#include "rule.h"

namespace vramlint::rules {

/// Reported while the project file is read.
extern const Rule invalid_recipe = {
    .name = "invalid-recipe",
    .code = "VL1203",
    .summary = "The project file `vramlint.yaml` says something that vramlint does not understand.",
    .severity = Severity::error,
    .concern = Concern::run,
    .needs = Stage::source,
    .check = nullptr,
};

}  // namespace vramlint::rules
