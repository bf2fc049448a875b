// The caching allocator's own record of every request, where the release keeps one: from 2.0 on.
#pragma once

#include <cstdint>
#include <vector>

#include "probes/meter/request_log.h"

namespace vramlint::probes::cuda {

/// One entry of the record. `bytes` of a block are those that were asked for (DeviceCachingAllocator::malloc and free
/// [2.0], [2.4]); of a segment, its size.
struct HistoryEntry {
  enum class Kind : uint8_t { taken, returned, segment_made, segment_returned, other };
  Kind kind = Kind::other;
  uint64_t address = 0;
  int64_t bytes = 0;
};

bool keeps_history();                               ///< of the release
void start_history();                               ///< forgets what was recorded before; nothing where none is kept
std::vector<HistoryEntry> end_history(int device);  ///< in order, and stops recording

/// The blocks of a history as requests, one for each that was taken or returned. Addresses are used again: each block
/// taken gets a number of its own. One returned that was taken before the record began has a number never taken.
RequestLog requests_of(const std::vector<HistoryEntry>& history);

}  // namespace vramlint::probes::cuda
