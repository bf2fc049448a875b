// How the rules about a model that cannot be built speak: at the config keys behind it, with the source beside them.
#pragma once

#include "rule.h"

namespace vramlint::rules {

/// Reports the analysis's build failure if it is of that kind. The finding stands at the first config key involved, or
/// where there is none at the failure's own place; the other keys, the place and the calls that lead to it are related.
void report_failure(const Analysis& analysis, Report& report, model::BuildFailure::Kind kind);

}  // namespace vramlint::rules
