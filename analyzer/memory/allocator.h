// The CUDA caching allocator, to the byte: c10/cuda/CUDACachingAllocator.cpp, one stream.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <memory>
#include <vector>

#include "base/bytes.h"

namespace vramlint::memory {

struct AllocatorConfig {
  std::optional<Bytes> device_limit;  ///< bytes cudaMalloc can give out; none: unlimited
};

struct AllocatorStats {
  Bytes allocated, reserved;            ///< now
  Bytes peak_allocated, peak_reserved;
  int64_t retries = 0;                  ///< times the cache was emptied to satisfy a request
};

class CachingAllocator {
 public:
  using BlockId = uint32_t;
  explicit CachingAllocator(AllocatorConfig config = {});
  /// Empty: out of memory even after the cache was emptied. A request of 0 bytes takes no block and yields id 0.
  std::optional<BlockId> allocate(Bytes request);
  void free(BlockId block);
  Bytes block_size(BlockId block) const;  ///< what it counts in `allocated`
  void empty_cache();
  void reset_peaks();
  const AllocatorStats& stats() const { return stats_; }

 private:
  struct Block;
  struct Pool;
  // implementation detail in allocator.cpp
  AllocatorConfig config_;
  AllocatorStats stats_;
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace vramlint::memory
