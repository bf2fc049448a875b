// The CUDA device, as far as the probe was built with CUDA.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vramlint::probes::cuda {

bool built();  ///< false: everything else here throws UsageError

std::string version();  ///< of CUDA: "12.1"
std::string name();     ///< of device 0: "NVIDIA H200"

/// One step of a trace: a request of `bytes` under a number, or its return where `bytes` is 0.
struct Move {
  uint32_t id = 0;
  int64_t bytes = 0;
};

struct Peaks {
  int64_t allocated = 0, reserved = 0;  ///< of the caching allocator, from `steady` on
  int64_t context = 0;                  ///< what the driver says is used before anything was requested
  int64_t process = 0;                  ///< the most used on the device, less what others used before
};

/// Plays the requests on the CUDA caching allocator of device 0, the statistics reset before move number `steady`.
Peaks replay(const std::vector<Move>& moves, size_t steady);

}  // namespace vramlint::probes::cuda
