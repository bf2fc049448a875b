// A snapshot of LibTorch's as entries of ours: for the releases that have TraceEntry.
#pragma once

#include <c10/cuda/CUDACachingAllocator.h>

#include <vector>

#include "probes/cuda/history.h"

namespace vramlint::probes::cuda {

inline constexpr size_t kMostEntries = size_t{1} << 24;

/// Pages that expandable segments map and unmap count as segments, where the release has them (SEGMENT_MAP: 2.1+).
template <typename Entry>
HistoryEntry::Kind kind_of(const Entry& entry) {
  using Kind = HistoryEntry::Kind;
  if (entry.action_ == Entry::ALLOC) return Kind::taken;
  if (entry.action_ == Entry::FREE_REQUESTED) return Kind::returned;
  if (entry.action_ == Entry::SEGMENT_ALLOC) return Kind::segment_made;
  if (entry.action_ == Entry::SEGMENT_FREE) return Kind::segment_returned;
  if constexpr (requires { Entry::SEGMENT_MAP; }) {
    if (entry.action_ == Entry::SEGMENT_MAP) return Kind::segment_made;
    if (entry.action_ == Entry::SEGMENT_UNMAP) return Kind::segment_returned;
  }
  return Kind::other;
}

template <typename Snapshot>
std::vector<HistoryEntry> entries_of(const Snapshot& snapshot, int device) {
  std::vector<HistoryEntry> result;
  const auto number = static_cast<size_t>(device);
  if (number >= snapshot.device_traces.size()) return result;
  for (const auto& entry : snapshot.device_traces[number]) {
    result.push_back({kind_of(entry), static_cast<uint64_t>(entry.addr_), static_cast<int64_t>(entry.size_)});
  }
  return result;
}

}  // namespace vramlint::probes::cuda
