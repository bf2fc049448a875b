// What a process takes on the device outside of the caching allocator.
#pragma once

#include <string_view>

#include "base/bytes.h"
#include "config/runtime.h"
#include "config/techniques.h"
#include "memory/devices.h"

namespace vramlint::memory {

/// Context and kernels loaded when the first step has run.
Interval cuda_context(const Device* device, std::string_view torch_version, const config::RuntimeFacts& runtime = {});

/// Buffers of NCCL's communicators.
Interval communication_buffers(const config::DistributedFacts& facts);

}  // namespace vramlint::memory
