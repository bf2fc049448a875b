// A stub of 2.0: see ../../../README.md.
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

struct GatheredContext;
using CreateContextFn = std::shared_ptr<GatheredContext> (*)();
struct TraceEntry {
  enum Action { ALLOC, FREE_REQUESTED, FREE_COMPLETED, SEGMENT_ALLOC, SEGMENT_FREE, SNAPSHOT, OOM };
  Action action_;
  int64_t addr_;
  int64_t size_;
};
struct SnapshotInfo {
  std::vector<std::vector<TraceEntry>> device_traces;
};
void recordHistory(bool enabled, CreateContextFn recorder, size_t most, bool stacks);
SnapshotInfo snapshot();

}  // namespace c10::cuda::CUDACachingAllocator
