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
#include <vector>

#include "base/check.h"
#include "memory/allocator_state.h"

namespace vramlint::memory {

namespace {

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

int64_t CachingAllocator::State::round_request(int64_t request) const {
  if (request < kMinBlockSize) return kMinBlockSize;
  // CUDAAllocatorConfig::roundup_power2_divisions [2.4]: one number for every power of two from 1 MiB on.
  const int power = static_cast<int>(std::bit_width(static_cast<uint64_t>(request))) - 1;
  const auto interval = static_cast<size_t>(std::clamp(power - 20, 0, 15));
  const int64_t divisions = config.roundup_divisions[interval];
  const bool bypassed = config.roundup_bypass && request > config.roundup_bypass->count;
  const bool by_division = divisions > 1 && request > kMinBlockSize * divisions && !bypassed;
  return by_division ? round_up_to_division(request, divisions) : round_up(request, kMinBlockSize);
}

// get_free_block, l. 2292 [2.4], and alloc_found_block [2.7]: the rest of the block stays in the pool.
BlockIndex CachingAllocator::State::take_cached(int64_t size) {
  BlockPool& pool = size <= kSmallSize ? small_pool : large_pool;
  ++pool.searches;
  size_t place = pool.best_fit(size);
  if (place == pool.entries().size()) return kNoBlock;
  if (config.expandable_segments) place = best_expandable(pool, place);
  const BlockPool::Entry found = pool.entries()[place];
  if (size < max_split_size && found.size >= max_split_size) return kNoBlock;
  if (size >= max_split_size && found.size >= size + config.max_non_split_rounding.count) return kNoBlock;
  if (should_split(blocks[found.block], size)) {
    const BlockIndex rest = split_off(found.block, size);
    blocks[rest].in_use = false;
    blocks[rest].free_since = pool.searches;
    pool.replace(place, blocks[rest], rest);
  } else {
    pool.erase_at(place);
  }
  return found.block;
}

/// Whether the driver has so much left; then it is taken.
bool CachingAllocator::State::reserve(int64_t bytes) {
  const int64_t limit = config.device_limit ? config.device_limit->count : kUnlimited;
  if (bytes > limit - stats.reserved.count) return false;
  stats.reserved += Bytes(bytes);
  stats.peak_reserved = std::max(stats.peak_reserved, stats.reserved);
  return true;
}

/// alloc_block, l. 2424 [2.4]: the fraction of memory allowed is compared with whole segments, expandable ones too.
BlockIndex CachingAllocator::State::take_segment(int64_t size) {
  if (config.allowed && stats.reserved.count + segment_size(size) > config.allowed->count) return kNoBlock;
  if (config.expandable_segments) return take_expandable(size);
  Block block;
  block.size = segment_size(size);
  if (!reserve(block.size)) return kNoBlock;
  block.address = next_address;
  block.small_pool = size <= kSmallSize;
  next_address += static_cast<uint64_t>(round_up(block.size, kRoundLarge));
  tell(SegmentChange::Kind::alloc, block.address, block.size);
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
  return block.small_pool || block.expandable ? rest >= kMinBlockSize : size < max_split_size && rest > kSmallSize;
}

/// The block keeps its first `front` bytes; the rest becomes the next block, in no pool yet.
BlockIndex CachingAllocator::State::split_off(BlockIndex index, int64_t front) {
  Block rest = blocks[index];
  rest.address += static_cast<uint64_t>(front);
  rest.size -= front;
  rest.previous = index;
  const BlockIndex rest_index = blocks.make(rest);
  if (rest.next) blocks[rest.next].previous = rest_index;
  blocks[index].next = rest_index;
  blocks[index].size = front;
  return rest_index;
}

BlockIndex CachingAllocator::State::hand_out(BlockIndex index) {
  blocks[index].in_use = true;
  stats.allocated += Bytes(blocks[index].size);
  stats.peak_allocated = std::max(stats.peak_allocated, stats.allocated);
  return index;
}

/// `from` is a free neighbour of `into`; afterwards it is part of `into`.
void CachingAllocator::State::merge(BlockIndex into, BlockIndex from) {
  Block& target = blocks[into];
  const Block& source = blocks[from];
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

// try_merge_blocks, l. 2206 [2.4]: of an expandable segment, mapped blocks merge with mapped ones only.
bool CachingAllocator::State::merges(BlockIndex index, BlockIndex other) const {
  return other && !blocks[other].in_use && blocks[other].mapped == blocks[index].mapped;
}

/// Neighbours are of its pool: what is merged takes the place of one of them.
void CachingAllocator::State::insert_merged(BlockIndex index) {
  BlockPool& pool = pool_of(blocks[index]);
  blocks[index].in_use = false;
  blocks[index].free_since = pool.searches;
  const BlockIndex previous = blocks[index].previous, next = blocks[index].next;
  const bool before = merges(index, previous), after = merges(index, next);
  if (!before && !after) return pool.insert(blocks[index], index);
  if (before && after) pool.erase(blocks[previous]);
  const size_t place = pool.place_of(blocks[after ? next : previous]);
  if (before) merge(index, previous);
  if (after) merge(index, next);
  pool.replace(place, blocks[index], index);
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
  tell(SegmentChange::Kind::free, block.address, block.size);
  pool_of(block).erase(block);
  blocks.kill(index);
}

void CachingAllocator::State::release_unsplit(BlockPool& pool) {
  pool.erase_if([this](const BlockPool::Entry& entry) {
    if (blocks[entry.block].split()) return false;
    stats.reserved -= Bytes(entry.size);
    tell(SegmentChange::Kind::free, entry.address, entry.size);
    blocks.kill(entry.block);
    return true;
  });
}

void CachingAllocator::State::release_all() {
  if (config.expandable_segments) {
    unmap_free(large_pool);
    return unmap_free(small_pool);
  }
  release_unsplit(large_pool);
  release_unsplit(small_pool);
}

// release_available_cached_blocks [2.4]: one oversize block that is large enough, or several from the largest down.
bool CachingAllocator::State::release_oversize(int64_t size) {
  if (max_split_size == kUnlimited || config.expandable_segments) return false;
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
  if (config.garbage_collection_threshold <= 0 || !config.allowed || config.expandable_segments) return;
  const double allowed = config.garbage_collection_threshold * static_cast<double>(config.allowed->count);
  const auto threshold = static_cast<int64_t>(allowed);
  if (stats.reserved.count <= threshold) return;
  const int64_t target = stats.reserved.count - threshold;
  std::vector<BlockIndex> candidates;
  double total_age = 0;
  const auto age = [&](BlockIndex index) {
    return static_cast<double>(large_pool.searches - blocks[index].free_since);
  };
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
  if (index) return state.hand_out(index);
  state.collect_garbage();
  index = state.take_segment(size);
  if (!index) index = state.take_after_release(size);
  if (!index) return std::nullopt;
  if (state.should_split(state.blocks[index], size)) state.insert_free(state.split_off(index, size));
  return state.hand_out(index);
}

// free_block, l. 2125 [2.4].
void CachingAllocator::free(BlockId block) {
  if (block == kNoBlock) return;
  State& state = *state_;
  VRAMLINT_CHECK(block < state.blocks.size() && state.blocks[block].in_use, "freed a block that is not in use");
  state.stats.allocated -= Bytes(state.blocks[block].size);
  state.insert_merged(block);
}

Bytes CachingAllocator::block_size(BlockId block) const { return Bytes(state_->blocks[block].size); }
uint64_t CachingAllocator::address(BlockId block) const { return state_->blocks[block].address; }
void CachingAllocator::empty_cache() { state_->release_all(); }
const AllocatorStats& CachingAllocator::stats() const { return state_->stats; }
void CachingAllocator::tell(std::vector<SegmentChange>* changes) { state_->changes = changes; }

std::vector<AllocatorSegment> CachingAllocator::segments() const {
  std::vector<AllocatorSegment> result;
  const BlockTable& blocks = state_->blocks;
  for (const BlockIndex first : blocks.alive()) {
    const Block& head = blocks[first];
    if (!head.mapped || (head.previous && blocks[head.previous].mapped)) continue;
    AllocatorSegment& segment = result.emplace_back();
    segment.address = head.address;
    segment.small_pool = head.small_pool;
    segment.expandable = head.expandable;
    for (BlockIndex index = first; index && blocks[index].mapped; index = blocks[index].next) {
      const Block& block = blocks[index];
      segment.size += Bytes(block.size);
      segment.blocks.push_back({index, block.address, Bytes(block.size), block.in_use});
    }
  }
  std::sort(result.begin(), result.end(), [](const auto& lhs, const auto& rhs) { return lhs.address < rhs.address; });
  return result;
}

uint64_t CachingAllocator::layout() const {
  constexpr uint64_t kOdd = 0x9e3779b97f4a7c15;
  uint64_t sum = 0;
  for (const BlockIndex index : state_->blocks.alive()) {
    const Block& block = state_->blocks[index];
    uint64_t hash = (block.address ^ (block.in_use ? kOdd : 0)) * kOdd;
    hash = (hash ^ (hash >> 29U) ^ static_cast<uint64_t>(block.size)) * kOdd;
    sum += hash ^ (hash >> 32U);  // whatever their order
  }
  return sum;
}

void CachingAllocator::reset_peaks() {
  state_->stats.peak_allocated = state_->stats.allocated;
  state_->stats.peak_reserved = state_->stats.reserved;
}

}  // namespace vramlint::memory
