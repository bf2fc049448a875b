#include "memory/allocator_config.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace vramlint::memory {

AllocatorConfig allocator_config(const config::AllocatorSettings& settings, const graph::TorchProfile& torch,
                                 const std::optional<DeviceRoom>& room) {
  AllocatorConfig config;
  if (room) config.device_limit = Bytes(std::max<int64_t>(room->available.count, 0));
  if (!settings.native) return config;
  if (room && settings.memory_fraction) {
    const double allowed = *settings.memory_fraction * static_cast<double>(room->memory.count);
    config.allowed = Bytes(static_cast<int64_t>(std::floor(allowed)));
  }
  config.max_split_size = settings.max_split_size;
  config.max_non_split_rounding = settings.max_non_split_rounding;
  config.roundup_divisions = settings.roundup_divisions;
  if (!torch.at_least(2, 0)) config.roundup_bypass = settings.roundup_bypass;
  config.expandable_segments = settings.expandable_segments && torch.at_least(2, 1);
  config.garbage_collection_threshold = settings.garbage_collection_threshold;
  return config;
}

std::vector<Unknown> unknown_settings(const config::RuntimeFacts& runtime, const graph::TorchProfile& torch) {
  std::vector<Unknown> unknowns;
  const config::AllocatorSettings& settings = runtime.allocator;
  const auto add = [&](std::string reason) { unknowns.push_back({std::move(reason), runtime.allocator_span}); };
  if (!settings.native) add("cudaMallocAsync is not simulated: reserved memory is that of PyTorch's own allocator");
  if (settings.expandable_segments && !torch.at_least(2, 1))
    add("torch " + std::string(torch.version) + " has no expandable segments, which came with 2.1");
  return unknowns;
}

}  // namespace vramlint::memory
