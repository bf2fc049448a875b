#include "rules/build_failure.h"

namespace vramlint::rules {

extern const Rule unknown_input_shape = {
    .name = "unknown-input-shape",
    .code = "VL1102",
    .summary = "The shape of an input is neither in the config nor in the source nor in the recipe.",
    .severity = Severity::error,
    .needs = Stage::build,
    .check = [](const Analysis& analysis,
                Report& report) { report_failure(analysis, report, model::BuildFailure::Kind::unknown_shape); },
};

}  // namespace vramlint::rules
