// What the fakes can be told and asked by a test.
#pragma once

#include <cstdint>
#include <optional>

namespace vramlint::probes::fake {

void forget();  ///< everything that the allocator did so far

/// What NVML says is used on the device; none: there is no NVML.
std::optional<int64_t>& used_on_device();

}  // namespace vramlint::probes::fake
