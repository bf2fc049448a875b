// A caching allocator of the simplest kind behind the stubs' declarations, so that what reads its statistics can be
// run.
//
// It is not ours and not CUDA's: a block is its request rounded to 512 bytes, a freed block of the same size is taken
// again at its address, and the device gives 2 MiB at a time as far as the blocks reach.
#include "fake_allocator.h"

#include <c10/cuda/CUDACachingAllocator.h>
#include <torch/version.h>

#include <algorithm>
#include <map>

namespace c10::cuda::CUDACachingAllocator {

namespace {

constexpr int64_t kBase = 0x700000000000;
constexpr int64_t kGranule = 512, kSegment = int64_t{2} << 20;

int64_t up(int64_t bytes, int64_t unit) { return (bytes + unit - 1) / unit * unit; }

struct Block {
  int64_t size = 0, requested = 0;
};

struct Recorded {
  enum Kind { taken, returned, segment_made, segment_returned } kind;
  int64_t address, bytes;
};

struct State {
  std::map<int64_t, Block> used;
  std::multimap<int64_t, int64_t> free;  // size to address
  int64_t end = kBase;
  DeviceStats stats;
  bool recording = false;
  std::vector<Recorded> record;
};

State& state() {
  static State instance;
  return instance;
}

template <typename Stats>
void change(Stats& stat, int64_t by) {
  stat[0].current += by;
  stat[0].peak = std::max(stat[0].peak, stat[0].current);
  (by > 0 ? stat[0].allocated : stat[0].freed) += by > 0 ? by : -by;
}

void note(Recorded::Kind kind, int64_t address, int64_t bytes) {
  if (state().recording) state().record.push_back({kind, address, bytes});
}

/// Reserves as far as `end`.
void reach(int64_t end) {
  const int64_t reserved = state().stats.reserved_bytes[0].current;
  const int64_t missing = up(end - kBase, kSegment) - reserved;
  if (missing <= 0) return;
  change(state().stats.reserved_bytes, missing);
  note(Recorded::segment_made, kBase + reserved, missing);
}

int64_t place(int64_t size) {
  const auto found = state().free.find(size);
  if (found != state().free.end()) {
    const int64_t address = found->second;
    state().free.erase(found);
    return address;
  }
  const int64_t address = state().end;
  state().end += size;
  reach(state().end);
  return address;
}

}  // namespace

void init(int) {}

void* raw_alloc(size_t bytes) {
  const auto requested = static_cast<int64_t>(bytes);
  const int64_t size = up(requested, kGranule), address = place(size);
  state().used[address] = {size, requested};
  change(state().stats.allocated_bytes, size);
  change(state().stats.allocation, 1);
  note(Recorded::taken, address, requested);
  return reinterpret_cast<void*>(address);
}

void raw_delete(void* block) {
  const auto address = reinterpret_cast<int64_t>(block);
  const Block freed = state().used.at(address);
  state().used.erase(address);
  state().free.emplace(freed.size, address);
  change(state().stats.allocated_bytes, -freed.size);
  change(state().stats.allocation, -1);
  note(Recorded::returned, address, freed.requested);
}

/// Gives all back when nothing is in use, as that one segment cannot be given back in part.
void give_all_back() {
  if (!state().used.empty()) return;
  const int64_t reserved = state().stats.reserved_bytes[0].current;
  if (reserved == 0) return;
  note(Recorded::segment_returned, kBase, reserved);
  change(state().stats.reserved_bytes, -reserved);
  state().free.clear();
  state().end = kBase;
}

template <typename Index>
DeviceStats stats_of(Index device) {
  return device == 0 ? state().stats : DeviceStats();
}

template <typename Index>
void reset(Index device) {
  if (device != 0) return;
  for (auto* stat : {&state().stats.allocated_bytes, &state().stats.reserved_bytes, &state().stats.allocation}) {
    (*stat)[0].peak = (*stat)[0].current;
  }
}

#if TORCH_VERSION_MAJOR >= 2

void record(bool enabled) {
  state().recording = enabled;
  state().record.clear();
}

TraceEntry::Action action_of(Recorded::Kind kind) {
  if (kind == Recorded::taken) return TraceEntry::ALLOC;
  if (kind == Recorded::returned) return TraceEntry::FREE_REQUESTED;
  return kind == Recorded::segment_made ? TraceEntry::SEGMENT_ALLOC : TraceEntry::SEGMENT_FREE;
}

/// A block returned is completed at once, which is an entry of its own.
SnapshotInfo record_of_device() {
  SnapshotInfo result;
  result.device_traces.resize(1);
  const auto add = [&](TraceEntry::Action action, const Recorded& one) {
    TraceEntry entry;
    entry.action_ = action;
    entry.addr_ = static_cast<decltype(entry.addr_)>(one.address);
    entry.size_ = static_cast<decltype(entry.size_)>(one.bytes);
    result.device_traces[0].push_back(entry);
  };
  for (const Recorded& one : state().record) {
    add(action_of(one.kind), one);
    if (one.kind == Recorded::returned) add(TraceEntry::FREE_COMPLETED, one);
  }
  return result;
}

#endif

// ---------------------------------------------------------------- as each release declares them

#if TORCH_VERSION_MAJOR < 2 || TORCH_VERSION_MINOR < 3
DeviceStats getDeviceStats(int device) { return stats_of(device); }
void resetPeakStats(int device) { reset(device); }
#else
DeviceStats getDeviceStats(c10::DeviceIndex device) { return stats_of(device); }
void resetPeakStats(c10::DeviceIndex device) { reset(device); }
#endif

#if TORCH_VERSION_MAJOR < 2
void emptyCache() { give_all_back(); }
#elif TORCH_VERSION_MINOR == 0
void emptyCache() { give_all_back(); }
void recordHistory(bool enabled, CreateContextFn, size_t, bool) { record(enabled); }
SnapshotInfo snapshot() { return record_of_device(); }
#elif TORCH_VERSION_MINOR < 8
void emptyCache() { give_all_back(); }
void recordHistory(bool enabled, CreateContextFn, size_t, RecordContext) { record(enabled); }
SnapshotInfo snapshot() { return record_of_device(); }
#elif TORCH_VERSION_MINOR < 12
void emptyCache() { give_all_back(); }
void recordHistory(bool enabled, CreateContextFn, size_t, RecordContext, bool) { record(enabled); }
SnapshotInfo snapshot() { return record_of_device(); }
#else
void emptyCache(std::pair<unsigned long long, unsigned long long>) { give_all_back(); }
void recordHistory(bool enabled, CreateContextFn, size_t, RecordContext, bool, const std::vector<std::string>&) {
  record(enabled);
}
SnapshotInfo snapshot(MempoolId_t) { return record_of_device(); }
#endif

}  // namespace c10::cuda::CUDACachingAllocator

namespace vramlint::probes::fake {

void forget() { c10::cuda::CUDACachingAllocator::state() = {}; }

}  // namespace vramlint::probes::fake
