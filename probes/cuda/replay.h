// Requests played on the caching allocator itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "probes/meter/request_log.h"

namespace vramlint::probes::cuda {

struct Peaks {
  int64_t allocated = 0, reserved = 0;      ///< of the caching allocator, from `steady` on
  std::optional<int64_t> context, process;  ///< see ProcessMemory
};

/// `steady`: the request before which the statistics are reset. What is left over is given back, whatever happens.
Peaks replay(const RequestLog& log, size_t steady, int device);

}  // namespace vramlint::probes::cuda
