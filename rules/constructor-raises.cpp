#include "rules/build_failure.h"

namespace vramlint::rules {

extern const Rule constructor_raises = {
    .name = "constructor-raises",
    .code = "VL1104",
    .summary = "The model's own code, or an expression of the recipe, raises with this config.",
    .severity = Severity::error,
    .concern = Concern::run,
    .needs = Stage::build,
    .check = [](const Analysis& analysis,
                Report& report) { report_failure(analysis, report, model::BuildFailure::Kind::raised); },
};

}  // namespace vramlint::rules
