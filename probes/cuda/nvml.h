// NVML, loaded when it is asked: it tells what is used on a device before a process has a context there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace vramlint::probes::cuda {

/// Bytes used on the device at that PCI bus address, by every process; none where there is no NVML.
std::optional<int64_t> used_memory(const std::string& bus);

}  // namespace vramlint::probes::cuda
