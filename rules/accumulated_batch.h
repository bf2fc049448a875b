// A batch cut to what fits, with the effective batch kept by more gradient accumulation.
#pragma once

#include <optional>

#include "rule.h"

namespace vramlint::rules {

/// A fix that sets the batch to the largest divisor of what it is that is not above `most`, and the setting for
/// gradient accumulation that the program honours to as many times what it is. Empty where there is no such setting, it
/// is not a plain number, or the step does not fit with both.
std::optional<Fix> accumulated_batch(const Analysis& analysis, const Session& session, int64_t most);

}  // namespace vramlint::rules
