// What the CUDA runtime and NVML say of a device.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace vramlint::probes::cuda {

struct DeviceFacts {
  std::string name;  ///< "NVIDIA H200"
  int compute_major = 0, compute_minor = 0;
  int multiprocessors = 0;
  int64_t memory = 0;  ///< bytes, as cudaMemGetInfo's total
};

int device_count();
std::string runtime_version();  ///< of CUDA: "12.1"

/// Makes the device the current one, and its context. What stood on it before, of other processes, is remembered.
void start_device(int device);

DeviceFacts device_facts(int device);

/// Bytes on the device that are there since `start_device`, less what other processes have taken since; none where
/// NVML cannot be asked. Waits for the device.
std::optional<int64_t> used_since_start(int device);

}  // namespace vramlint::probes::cuda
