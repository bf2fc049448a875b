// A trace played through the caching allocator.
#pragma once

#include <vector>

#include "base/outcome.h"
#include "memory/allocator.h"
#include "memory/trace.h"

namespace vramlint::memory {

struct Sample {
  Bytes allocated, reserved;
};

/// Peaks are those of the second iteration; set-up and first iteration are played before it. Iterations after it hold
/// as much, but cut the cache's blocks anew: they count for `peak_reserved` and `retries`, until nothing changes. When
/// the memory runs out the play ends there: `out_of_memory` is set, and the peak is that of the part played.
struct Timeline {
  Bytes peak_allocated, peak_reserved;
  size_t peak_event = 0;            ///< of the allocated peak
  Bytes breakdown[kCategoryCount];  ///< of the allocated peak; sums to it
  std::vector<Contributor> top;     ///< largest first, at the allocated peak, merged by module, op, category and span
  std::vector<Sample> samples;      ///< after every event from `steady` on
  bool out_of_memory = false;       ///< a request found no room
  Bytes most_reserved;              ///< set-up and first iteration too
  bool grows_later = false;         ///< iterations after the second reserve more
  /// Times the cache was emptied to satisfy a request, set-up and first iteration too; but for benchmark's trials.
  int64_t retries = 0;
  AllocatorConfig allocator;  ///< what it was played with
};

/// How high it rises, and no more.
struct Peaks {
  Bytes allocated, reserved;
  bool out_of_memory = false;
};

Timeline simulate(const Trace& trace, const graph::Graph& graph, AllocatorConfig config = {});
/// `later`: the iterations after the second, too.
Peaks simulate_peaks(const Trace& trace, AllocatorConfig config = {}, bool later = true);

}  // namespace vramlint::memory
