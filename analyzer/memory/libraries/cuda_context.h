// What a process takes on the device outside of the caching allocator.
#pragma once

#include <string_view>

#include "base/bytes.h"
#include "config/runtime.h"
#include "config/techniques.h"
#include "graph/graph.h"
#include "memory/devices.h"

namespace vramlint::memory {

/// Libraries whose handles and kernels a step brings onto the card.
struct LibrariesUsed {
  bool products = false;      ///< cuBLAS
  bool convolutions = false;  ///< cuDNN
  bool attention = false;     ///< a fused kernel in half precision
  bool transforms = false;    ///< cuFFT
};

LibrariesUsed libraries_used(const graph::Graph& graph);

/// Context and kernels loaded when the first step has run.
Interval cuda_context(const Device* device, std::string_view torch_version, const config::RuntimeFacts& runtime = {},
                      const LibrariesUsed& used = {});

/// Buffers of NCCL's communicators.
Interval communication_buffers(const config::DistributedFacts& facts, const Device* device = nullptr);

}  // namespace vramlint::memory
