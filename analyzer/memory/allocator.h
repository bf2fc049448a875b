// The CUDA caching allocator, to the byte: c10/cuda/CUDACachingAllocator.cpp, one device, one stream.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/bytes.h"

namespace vramlint::memory {

/// What the driver gives, and PYTORCH_CUDA_ALLOC_CONF. The defaults are PyTorch's.
struct AllocatorConfig {
  std::optional<Bytes> device_limit;                ///< bytes cudaMalloc can give out; none: unlimited
  std::optional<Bytes> allowed;                     ///< set_per_process_memory_fraction, in bytes of the device
  std::optional<Bytes> max_split_size;              ///< max_split_size_mb; must be above 20 MiB
  Bytes max_non_split_rounding{int64_t{20} << 20};  ///< max_non_split_rounding_mb
  std::array<int64_t, 16> roundup_divisions{};      ///< by power of two from 1 MiB on; powers of two; 0 or 1: off
  std::optional<Bytes> roundup_bypass;              ///< larger requests are not rounded so [1.13.1]
  bool expandable_segments = false;                 ///< 2.1 and later
  double garbage_collection_threshold = 0;          ///< share of `allowed`, without which it is off; 0: off
  /// Where nothing sets a limit, but a device is too small: trials of convolutions are granted up to here.
  std::optional<Bytes> spare_until;
};

struct AllocatorStats {
  Bytes allocated, reserved;  ///< now; `allocated` counts whole blocks, as torch.cuda.memory_allocated does
  Bytes peak_allocated, peak_reserved;
  int64_t retries = 0;  ///< times the cache was emptied to satisfy a request
};

/// Memory that came from the driver or went back to it: a whole segment, or pages of an expandable one.
struct SegmentChange {
  enum class Kind : uint8_t { alloc, free, map, unmap } kind;
  uint64_t address = 0;
  Bytes size;
};

struct AllocatorSegment;

/// Segments get ascending addresses in the order they are made: the driver's own choice is not known.
class CachingAllocator {
 public:
  using BlockId = uint32_t;
  explicit CachingAllocator(AllocatorConfig config = {});
  ~CachingAllocator();
  CachingAllocator(CachingAllocator&&) noexcept;
  CachingAllocator& operator=(CachingAllocator&&) noexcept;

  /// Empty: out of memory even after the cache was emptied. A request of 0 bytes takes no block and yields id 0.
  std::optional<BlockId> allocate(Bytes request);
  void free(BlockId block);               ///< CHECKs that the block is in use; id 0 is ignored
  Bytes block_size(BlockId block) const;  ///< what it counts in `allocated`
  uint64_t address(BlockId block) const;  ///< where the block starts; 0 for id 0
  void empty_cache();
  void reset_peaks();  ///< the peaks become what is held now
  const AllocatorStats& stats() const;
  std::vector<AllocatorSegment> segments() const;  ///< by address; of an expandable one, each stretch with memory
  uint64_t layout() const;                         ///< another one wherever blocks lie otherwise, but for chance
  void tell(std::vector<SegmentChange>* changes);  ///< adds to them from now on, as long as they live; null: no more

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct AllocatorBlock {
  CachingAllocator::BlockId id = 0;
  uint64_t address = 0;
  Bytes size;
  bool in_use = false;
};

struct AllocatorSegment {
  uint64_t address = 0;
  Bytes size;
  bool small_pool = false, expandable = false;
  std::vector<AllocatorBlock> blocks;  ///< without gaps, by address
};

}  // namespace vramlint::memory
