// Switching mixed precision on where a key of the config has it off.
#pragma once

#include <optional>

#include "rule.h"

namespace vramlint::rules {

/// What the key that decides the precision may say instead, where it says fp32; none where no single key does.
std::vector<std::string> precision_texts(const Analysis& analysis);

/// Empty where mixed precision is on already, no single key of a config decides it, or the step does not fit with it
/// either: the fix was tried by running the pipeline on the patched config.
std::optional<Fix> mixed_precision_fix(const Analysis& analysis, const Session& session);

}  // namespace vramlint::rules
