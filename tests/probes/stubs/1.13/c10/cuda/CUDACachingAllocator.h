// A stub of 1.13: see ../../../README.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace c10::cuda::CUDACachingAllocator {

struct Stat {
  int64_t current = 0, peak = 0, allocated = 0, freed = 0;
};
using StatArray = std::array<Stat, 3>;  // all, small pool, large pool
struct DeviceStats {
  StatArray allocation, allocated_bytes, reserved_bytes;
  int64_t num_alloc_retries = 0;
};

void init(int device_count);
DeviceStats getDeviceStats(int device);
void resetPeakStats(int device);
void emptyCache();
void* raw_alloc(size_t bytes);
void raw_delete(void* block);

}  // namespace c10::cuda::CUDACachingAllocator
