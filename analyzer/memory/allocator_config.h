// The caching allocator as a training program of a given PyTorch on a given device finds it.
#pragma once

#include <vector>

#include "base/unknown.h"
#include "config/runtime.h"
#include "graph/torch_profile.h"
#include "memory/allocator.h"

namespace vramlint::memory {

/// What a device leaves to the allocator.
struct DeviceRoom {
  Bytes memory;     ///< of the device, as the driver reports it; fractions are of it
  Bytes available;  ///< what is allowed of it, less what the process takes outside of the allocator
};

/// Without a device nothing limits it, and a fraction of its memory allows everything.
AllocatorConfig allocator_config(const config::AllocatorSettings& settings, const graph::TorchProfile& torch,
                                 const std::optional<DeviceRoom>& room = {});

/// Settings that this release does not have, or that are not simulated.
std::vector<Unknown> unknown_settings(const config::RuntimeFacts& runtime, const graph::TorchProfile& torch);

}  // namespace vramlint::memory
