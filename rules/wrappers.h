// What the model is wrapped in for several GPUs, and what another wrapper would need.
#pragma once

#include <optional>
#include <string_view>

#include "rule.h"

namespace vramlint::rules {

/// Of the phase with the highest peak. nullptr where the model is not wrapped, or nothing says that it is.
const config::DistributedFacts* wrapper_at_peak(const Analysis& analysis);

/// The same step wrapped in another way. Empty where the estimate is not whole, or cannot be made again so.
std::optional<ConfigOutcome> wrapped_otherwise(const Analysis& analysis, const config::DistributedFacts& other);

/// Bytes at the peak of what is called so.
Bytes held_as(const Analysis& analysis, std::string_view what);
/// Of a category.
Bytes held_as(const Analysis& analysis, Category category);

}  // namespace vramlint::rules
