// What the caching allocator did during one step, one thing after the other.
#pragma once

#include <optional>
#include <vector>

#include "memory/timeline.h"

namespace vramlint::memory {

/// Of a block or, where there is no label, of memory that comes from the driver or goes back to it.
struct AllocatorEvent {
  enum class Kind : uint8_t { alloc, free, segment_alloc, segment_free, segment_map, segment_unmap } kind;
  uint64_t address = 0;
  Bytes size;                    ///< of a block: the whole of it, as it counts in `allocated`
  const Label* label = nullptr;  ///< into the trace
};

struct HeldBlock {
  uint64_t address = 0;
  Bytes size;
  Bytes asked;                   ///< of `size`
  const Label* label = nullptr;  ///< none: it is free
};

struct HeldSegment {
  uint64_t address = 0;
  Bytes size;
  bool small_pool = false, expandable = false;
  std::vector<HeldBlock> blocks;  ///< without gaps, by address
};

struct History {
  std::vector<AllocatorEvent> events;
  std::vector<HeldSegment> segments;  ///< when the last event is over
};

enum class Until : uint8_t { peak, end };

/// The second iteration as `timeline` has it. What stands when it begins is allocated first, in the order in which it
/// was made. Where the peak was reached before it (a library's trials), the history begins at the peak.
History history(const Trace& trace, const Timeline& timeline, Until until);

}  // namespace vramlint::memory
