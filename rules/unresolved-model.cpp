#include "rules/build_failure.h"

namespace vramlint::rules {

extern const Rule unresolved_model = {
    .name = "unresolved-model",
    .code = "VL1103",
    .summary = "The model that the config names leads to no source.",
    .severity = Severity::error,
    .concern = Concern::run,
    .needs = Stage::build,
    .check = [](const Analysis& analysis,
                Report& report) { report_failure(analysis, report, model::BuildFailure::Kind::unresolved); },
};

}  // namespace vramlint::rules
