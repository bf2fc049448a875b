#include "rules/build_failure.h"

namespace vramlint::rules {

extern const Rule unsupported_source = {
    .name = "unsupported-source",
    .code = "VL1206",
    .summary =
        "The model source uses a construct or an operator that vramlint does not know, so that "
        "there is no estimate.",
    .severity = Severity::warning,
    .needs = Stage::build,
    .check =
        [](const Analysis& analysis, Report& report) {
          report_failure(analysis, report, model::BuildFailure::Kind::unknown_batch);
          report_failure(analysis, report, model::BuildFailure::Kind::unsupported);
        },
};

}  // namespace vramlint::rules
