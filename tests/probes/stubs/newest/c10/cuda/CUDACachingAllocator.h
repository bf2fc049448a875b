// A stub of the main branch of 2026: see ../../../README.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace c10 {
using DeviceIndex = int8_t;
}

namespace c10::CachingDeviceAllocator {
struct Stat {
  int64_t current = 0, peak = 0, allocated = 0, freed = 0;
};
using StatArray = std::array<Stat, 3>;  // all, small pool, large pool
struct DeviceStats {
  StatArray allocation, allocated_bytes, reserved_bytes;
  int64_t num_alloc_retries = 0;
};
}  // namespace c10::CachingDeviceAllocator

namespace c10::cuda::CUDACachingAllocator {

using c10::CachingDeviceAllocator::DeviceStats;

void init(int device_count);
DeviceStats getDeviceStats(c10::DeviceIndex device);
void resetPeakStats(c10::DeviceIndex device);
void emptyCache(std::pair<unsigned long long, unsigned long long> pool = {0, 0});
void* raw_alloc(size_t bytes);
void raw_delete(void* block);

struct GatheredContext;
using CreateContextFn = std::shared_ptr<GatheredContext> (*)();
struct TraceEntry {
  enum Action {
    ALLOC,
    FREE_REQUESTED,
    FREE_COMPLETED,
    SEGMENT_ALLOC,
    SEGMENT_FREE,
    SEGMENT_MAP,
    SEGMENT_UNMAP,
    SNAPSHOT,
    OOM
  };
  Action action_;
  size_t addr_;
  size_t size_;
};
struct SnapshotInfo {
  std::vector<std::vector<TraceEntry>> device_traces;
};
enum struct RecordContext { NEVER = 0, STATE = 1, ALLOC = 2, ALL = 3 };
using MempoolId_t = std::pair<unsigned long long, unsigned long long>;
void recordHistory(bool enabled, CreateContextFn recorder, size_t most, RecordContext when, bool clear,
                   const std::vector<std::string>& skipped);
SnapshotInfo snapshot(MempoolId_t pool = {0, 0});

}  // namespace c10::cuda::CUDACachingAllocator
