#include "rules/build_failure.h"

namespace vramlint::rules {

extern const Rule invalid_setting = {
    .name = "invalid-setting",
    .code = "VL1101",
    .summary = "A setting has a value with which no step can run, such as a batch of 0 or a negative size.",
    .severity = Severity::error,
    .concern = Concern::run,
    .needs = Stage::build,
    .check = [](const Analysis& analysis,
                Report& report) { report_failure(analysis, report, model::BuildFailure::Kind::invalid_value); },
};

}  // namespace vramlint::rules
