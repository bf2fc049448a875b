#include "rules/build_failure.h"

namespace vramlint::rules {

extern const Rule evaluation_too_long = {
    .name = "evaluation-too-long",
    .code = "VL1205",
    .summary = "A config or a model takes more steps, depth or memory to evaluate than the analyser allows.",
    .severity = Severity::warning,
    .needs = Stage::build,
    .check = [](const Analysis& analysis,
                Report& report) { report_failure(analysis, report, model::BuildFailure::Kind::budget); },
};

}  // namespace vramlint::rules
