// The inside of the caching allocator, shared by allocator.cpp and expandable_segments.cpp.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "memory/allocator.h"
#include "memory/block_pool.h"

namespace vramlint::memory {

inline constexpr int64_t kMinBlockSize = 512;  // the constants of CUDACachingAllocator.cpp, l. 127 on [2.4]
inline constexpr int64_t kSmallSize = int64_t{1} << 20;
inline constexpr int64_t kSmallBuffer = int64_t{2} << 20;
inline constexpr int64_t kLargeBuffer = int64_t{20} << 20;
inline constexpr int64_t kMinLargeAlloc = int64_t{10} << 20;
inline constexpr int64_t kRoundLarge = int64_t{2} << 20;
inline constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();
inline constexpr int64_t kLargestRequest = int64_t{1} << 50;  // beyond any device; no sum of such sizes wraps round

inline int64_t round_up(int64_t size, int64_t unit) { return (size + unit - 1) / unit * unit; }  // size <= 2^62

struct CachingAllocator::State {
  explicit State(const AllocatorConfig& settings) : config(settings) {
    if (config.max_split_size) max_split_size = config.max_split_size->count;
  }

  // allocator.cpp
  int64_t round_request(int64_t request) const;
  BlockIndex take_cached(int64_t size);
  BlockIndex take_segment(int64_t size);
  BlockIndex take_after_release(int64_t size);
  BlockIndex hand_out(BlockIndex index);
  bool should_split(const Block& block, int64_t size) const;
  BlockIndex split_off(BlockIndex index, int64_t front);
  void merge(BlockIndex into, BlockIndex from);
  bool merges(BlockIndex index, BlockIndex other) const;
  void insert_merged(BlockIndex index);
  void insert_free(BlockIndex index);
  void release(BlockIndex index);
  void release_unsplit(BlockPool& pool);
  void release_all();
  bool release_oversize(int64_t size);
  void collect_garbage();
  bool reserve(int64_t bytes);
  void tell(SegmentChange::Kind kind, uint64_t address, int64_t bytes) {
    if (changes) changes->push_back({kind, address, Bytes(bytes)});
  }

  // expandable_segments.cpp
  size_t best_expandable(const BlockPool& pool, size_t place) const;
  BlockIndex take_expandable(int64_t size);
  BlockIndex find_expandable(bool small, int64_t size);
  bool has_room(BlockIndex first, int64_t size) const;
  BlockIndex map(BlockIndex index, int64_t wanted);
  void unmap(BlockIndex index);
  void unmap_free(BlockPool& pool);

  BlockPool& pool_of(const Block& block) {
    if (!block.mapped) return block.small_pool ? small_unmapped : large_unmapped;
    return block.small_pool ? small_pool : large_pool;
  }

  AllocatorConfig config;
  AllocatorStats stats;
  BlockTable blocks;
  BlockPool small_pool, large_pool;
  BlockPool small_unmapped, large_unmapped;  ///< address space of expandable segments without memory behind it
  int64_t max_split_size = kUnlimited;
  uint64_t next_address = static_cast<uint64_t>(kLargeBuffer);
  std::vector<SegmentChange>* changes = nullptr;
};

}  // namespace vramlint::memory
