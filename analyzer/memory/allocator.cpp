// How a request is served, in the order PyTorch tries it:
//   1. the request is rounded up, to 512 bytes unless configured otherwise, and goes to the small or the large pool;
//   2. the best fitting free block of that pool is taken, and its rest split off where the rules allow;
//   3. else the driver is asked for a new segment (2 MiB, 20 MiB, or the size rounded to 2 MiB);
//   4. else cached segments are given back, first only oversize ones, then all, and the driver is asked again.
// Freeing merges the block with its free neighbours in the segment. Names and line numbers below are those of
// c10/cuda/CUDACachingAllocator.cpp in PyTorch 2.4; 1.13.1 agrees except where noted.
#include "memory/allocator.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include "base/check.h"
#include "memory/block_pool.h"

namespace vramlint::memory {

namespace {

constexpr int64_t kMinBlockSize = 512;           // the constants of CUDACachingAllocator.cpp, l. 127 on [2.4]
constexpr int64_t kSmallSize = int64_t{1} << 20;
constexpr int64_t kSmallBuffer = int64_t{2} << 20;
constexpr int64_t kLargeBuffer = int64_t{20} << 20;
constexpr int64_t kMinLargeAlloc = int64_t{10} << 20;
constexpr int64_t kRoundLarge = int64_t{2} << 20;
constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();
constexpr int64_t kLargestRequest = int64_t{1} << 60;  // beyond any device; keeps the arithmetic from wrapping round

int64_t round_up(int64_t size, int64_t unit) { return (size + unit - 1) / unit * unit; }

/// The next of `divisions` even steps between two powers of two (roundup_power2_next_division [2.4]).
int64_t round_up_to_division(int64_t size, int64_t divisions) {
  const auto value = static_cast<uint64_t>(size);
  if (std::has_single_bit(value)) return size;
  const int64_t floor = static_cast<int64_t>(std::bit_floor(value));
  const int64_t step = floor / divisions;
  return step == 0 ? floor * 2 : round_up(size, step);
}

/// What the driver is asked for when no cached block fits (get_allocation_size, l. 2282 [2.4]).
int64_t segment_size(int64_t size) {
  if (size <= kSmallSize) return kSmallBuffer;
  return size < kMinLargeAlloc ? kLargeBuffer : round_up(size, kRoundLarge);
}

}  // namespace

struct CachingAllocator::State {
  explicit State(const AllocatorConfig& settings) : config(settings) {
    if (config.max_split_size) max_split_size = config.max_split_size->count;
  }

  BlockPool& pool_of(const Block& block) { return block.small_pool ? small_pool : large_pool; }
  int64_t round_request(int64_t request) const;
  BlockIndex take_cached(int64_t size);
  BlockIndex take_segment(int64_t size);
  BlockIndex take_after_release(int64_t size);
  BlockIndex hand_out(BlockIndex index, int64_t size);
  bool should_split(const Block& block, int64_t size) const;
  void merge(BlockIndex into, BlockIndex from);
  void insert_free(BlockIndex index);
  void release(BlockIndex index);
  void release_unsplit(BlockPool& pool);
  void release_all();
  bool release_oversize(int64_t size);
  void collect_garbage();

  AllocatorConfig config;
  AllocatorStats stats;
  BlockTable blocks;
  BlockPool small_pool, large_pool;
  int64_t max_split_size = kUnlimited;
  uint64_t next_address = static_cast<uint64_t>(kRoundLarge);
};

int64_t CachingAllocator::State::round_request(int64_t request) const {
  if (request < kMinBlockSize) return kMinBlockSize;
  const int64_t divisions = config.roundup_power2_divisions;
  const bool by_division = divisions > 1 && request > kMinBlockSize * divisions;
  return by_division ? round_up_to_division(request, divisions) : round_up(request, kMinBlockSize);
}

// get_free_block, l. 2292 [2.4].
BlockIndex CachingAllocator::State::take_cached(int64_t size) {
  BlockPool& pool = size <= kSmallSize ? small_pool : large_pool;
  ++pool.searches;
  const size_t place = pool.best_fit(size);
  if (place == pool.entries().size()) return kNoBlock;
  const BlockPool::Entry found = pool.entries()[place];
  if (size < max_split_size && found.size >= max_split_size) return kNoBlock;
  if (size >= max_split_size && found.size >= size + kLargeBuffer) return kNoBlock;
  pool.erase(blocks[found.block]);
  return found.block;
}

BlockIndex CachingAllocator::State::take_segment(int64_t size) {
  const int64_t wanted = segment_size(size);
  if (config.device_limit && stats.reserved.count + wanted > config.device_limit->count) return kNoBlock;
  Block block;
  block.size = wanted;
  block.address = next_address;
  block.small_pool = size <= kSmallSize;
  next_address += static_cast<uint64_t>(round_up(wanted, kRoundLarge));
  stats.reserved += Bytes(wanted);
  stats.peak_reserved = std::max(stats.peak_reserved, stats.reserved);
  return blocks.make(block);
}

// The last resorts of malloc [2.7].
BlockIndex CachingAllocator::State::take_after_release(int64_t size) {
  if (release_oversize(size)) {
    if (const BlockIndex index = take_segment(size)) return index;
  }
  release_all();
  ++stats.retries;
  return take_segment(size);
}

// should_split, l. 2272 [2.4].
bool CachingAllocator::State::should_split(const Block& block, int64_t size) const {
  const int64_t rest = block.size - size;
  return block.small_pool ? rest >= kMinBlockSize : size < max_split_size && rest > kSmallSize;
}

// alloc_found_block [2.7]: the front is handed out, the rest goes back to the pool.
BlockIndex CachingAllocator::State::hand_out(BlockIndex index, int64_t size) {
  if (should_split(blocks[index], size)) {
    Block rest = blocks[index];
    rest.address += static_cast<uint64_t>(size);
    rest.size -= size;
    rest.previous = index;
    const BlockIndex rest_index = blocks.make(rest);
    if (rest.next) blocks[rest.next].previous = rest_index;
    blocks[index].next = rest_index;
    blocks[index].size = size;
    insert_free(rest_index);
  }
  blocks[index].in_use = true;
  stats.allocated += Bytes(blocks[index].size);
  stats.peak_allocated = std::max(stats.peak_allocated, stats.allocated);
  return index;
}

/// `from` is a free neighbour of `into`, in its pool; afterwards it is part of `into`.
void CachingAllocator::State::merge(BlockIndex into, BlockIndex from) {
  Block& target = blocks[into];
  const Block& source = blocks[from];
  pool_of(source).erase(source);
  if (target.previous == from) {
    target.address = source.address;
    target.previous = source.previous;
    if (target.previous) blocks[target.previous].next = into;
  } else {
    target.next = source.next;
    if (target.next) blocks[target.next].previous = into;
  }
  target.size += source.size;
  blocks.kill(from);
}

void CachingAllocator::State::insert_free(BlockIndex index) {
  BlockPool& pool = pool_of(blocks[index]);
  blocks[index].in_use = false;
  blocks[index].free_since = pool.searches;
  pool.insert(blocks[index], index);
}

/// Gives a whole free segment back to the driver.
void CachingAllocator::State::release(BlockIndex index) {
  const Block& block = blocks[index];
  stats.reserved -= Bytes(block.size);
  pool_of(block).erase(block);
  blocks.kill(index);
}

void CachingAllocator::State::release_unsplit(BlockPool& pool) {
  const std::vector<BlockPool::Entry> candidates = pool.entries();
  for (const BlockPool::Entry& entry : candidates) {
    if (!blocks[entry.block].split()) release(entry.block);
  }
}

void CachingAllocator::State::release_all() {
  release_unsplit(large_pool);
  release_unsplit(small_pool);
}

// release_available_cached_blocks [2.4]: one oversize block that is large enough, or several from the largest down.
bool CachingAllocator::State::release_oversize(int64_t size) {
  if (max_split_size == kUnlimited) return false;
  const int64_t needed = std::max(size, max_split_size);
  const size_t place = large_pool.best_fit(needed);
  if (place < large_pool.entries().size()) {
    release(large_pool.entries()[place].block);
    return true;
  }
  int64_t released = 0;
  while (released < needed && !large_pool.entries().empty()) {
    const BlockPool::Entry largest = large_pool.entries().back();
    if (largest.size < max_split_size) break;
    released += largest.size;
    release(largest.block);
  }
  return released >= needed;
}

// garbage_collect_cached_blocks, l. 2360 [2.4]: whole large segments that have lain free longer than the average.
void CachingAllocator::State::collect_garbage() {
  if (config.garbage_collection_threshold <= 0 || !config.device_limit) return;
  const double allowed = config.garbage_collection_threshold * static_cast<double>(config.device_limit->count);
  const auto threshold = static_cast<int64_t>(allowed);
  if (stats.reserved.count <= threshold) return;
  const int64_t target = stats.reserved.count - threshold;
  std::vector<BlockIndex> candidates;
  double total_age = 0;
  const auto age = [&](BlockIndex index) { return static_cast<double>(large_pool.searches - blocks[index].free_since); };
  for (const BlockPool::Entry& entry : large_pool.entries()) {
    if (blocks[entry.block].split()) continue;
    candidates.push_back(entry.block);
    total_age += age(entry.block);
  }
  int64_t reclaimed = 0;
  for (bool progress = true; progress && reclaimed < target && !candidates.empty();) {
    const double oldest = total_age / static_cast<double>(candidates.size());
    progress = false;
    std::vector<BlockIndex> kept;
    for (const BlockIndex index : candidates) {
      if (age(index) < oldest) {
        kept.push_back(index);
        continue;
      }
      total_age -= age(index);
      reclaimed += blocks[index].size;
      release(index);
      progress = true;
    }
    candidates = std::move(kept);
  }
}

CachingAllocator::CachingAllocator(AllocatorConfig config) : state_(std::make_unique<State>(config)) {}
CachingAllocator::~CachingAllocator() = default;
CachingAllocator::CachingAllocator(CachingAllocator&&) noexcept = default;
CachingAllocator& CachingAllocator::operator=(CachingAllocator&&) noexcept = default;

std::optional<CachingAllocator::BlockId> CachingAllocator::allocate(Bytes request) {
  if (request.count <= 0) return kNoBlock;
  if (request.count > kLargestRequest) return std::nullopt;
  State& state = *state_;
  const int64_t size = state.round_request(request.count);
  BlockIndex index = state.take_cached(size);
  if (!index) {
    state.collect_garbage();
    index = state.take_segment(size);
  }
  if (!index) index = state.take_after_release(size);
  if (!index) return std::nullopt;
  return state.hand_out(index, size);
}

// free_block, l. 2125 [2.4].
void CachingAllocator::free(BlockId block) {
  if (block == kNoBlock) return;
  State& state = *state_;
  VRAMLINT_CHECK(block < state.blocks.size() && state.blocks[block].in_use, "freed a block that is not in use");
  state.stats.allocated -= Bytes(state.blocks[block].size);
  state.blocks[block].in_use = false;
  const BlockIndex previous = state.blocks[block].previous;
  const BlockIndex next = state.blocks[block].next;
  if (previous && !state.blocks[previous].in_use) state.merge(block, previous);
  if (next && !state.blocks[next].in_use) state.merge(block, next);
  state.insert_free(block);
}

Bytes CachingAllocator::block_size(BlockId block) const { return Bytes(state_->blocks[block].size); }
uint64_t CachingAllocator::address(BlockId block) const { return state_->blocks[block].address; }
void CachingAllocator::empty_cache() { state_->release_all(); }
const AllocatorStats& CachingAllocator::stats() const { return state_->stats; }

void CachingAllocator::reset_peaks() {
  state_->stats.peak_allocated = state_->stats.allocated;
  state_->stats.peak_reserved = state_->stats.reserved;
}

}  // namespace vramlint::memory
