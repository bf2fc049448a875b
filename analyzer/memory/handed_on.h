// What an iteration leaves to the next.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "memory/trace.h"

namespace vramlint::memory {

/// Allocations of the first iteration that the second one frees, each with the one that the second leaves in its place:
/// played so, the second iteration's events are the third's. Empty where the two do not match in label, size and order.
std::optional<std::vector<std::pair<uint32_t, uint32_t>>> handed_on(const Trace& trace);

}  // namespace vramlint::memory
