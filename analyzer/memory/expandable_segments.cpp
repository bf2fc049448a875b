// Expandable segments (PyTorch 2.1 and later, PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True): each pool has one
// stretch of address space, larger than the device, and puts memory behind it page by page: 2 MiB in the small pool, 20
// MiB in the large one. A request that no free block serves extends the free block at the end of what is mapped. Pages
// go back only when the cache is emptied, and only whole ones. Functions named are those of
// c10/cuda/CUDACachingAllocator.cpp [2.4].
#include <algorithm>
#include <vector>

#include "memory/allocator_state.h"

namespace vramlint::memory {

namespace {

int64_t page_size(const Block& block) { return block.small_pool ? kSmallBuffer : kLargeBuffer; }

/// Nine eighths of the device (ExpandableSegment's constructor); without a limit, more than any request. A page also
/// where nothing of the device is left: address space is there, and it is the memory behind it that is refused.
int64_t address_space(const AllocatorConfig& config) {
  const int64_t memory = config.device_limit ? config.device_limit->count : 2 * kLargestRequest;
  return std::max(round_up(memory + memory / 8, kLargeBuffer), kLargeBuffer);
}

}  // namespace

/// get_free_block: of free blocks that fit, the one that can grow least. A free block is measured with the address
/// space behind it.
size_t CachingAllocator::State::best_expandable(const BlockPool& pool, size_t place) const {
  const auto reach = [&](size_t i) {
    const Block& block = blocks[pool.entries()[i].block];
    const bool grows = block.next && !blocks[block.next].mapped;
    return block.size + (grows ? blocks[block.next].size : 0);
  };
  while (place + 1 < pool.entries().size() && reach(place + 1) < reach(place)) ++place;
  return place;
}

/// try_allocate_expandable_block.
BlockIndex CachingAllocator::State::take_expandable(int64_t size) {
  BlockIndex candidate = find_expandable(size <= kSmallSize, size);
  if (!blocks[candidate].mapped) {
    candidate = map(candidate, std::min(blocks[candidate].size, size));
    if (!candidate) return kNoBlock;
  }
  while (blocks[candidate].size < size) {
    const BlockIndex next = blocks[candidate].next;
    candidate = map(next, std::min(size - blocks[candidate].size, blocks[next].size));
    if (!candidate) return kNoBlock;
  }
  pool_of(blocks[candidate]).erase(blocks[candidate]);
  return candidate;
}

/// find_expandable_block: the lowest unmapped stretch that, with the free block before it and what follows it, has
/// room; else a new segment.
BlockIndex CachingAllocator::State::find_expandable(bool small, int64_t size) {
  std::vector<BlockPool::Entry> stretches = (small ? small_unmapped : large_unmapped).entries();
  std::sort(stretches.begin(), stretches.end(),
            [](const auto& lhs, const auto& rhs) { return lhs.address < rhs.address; });
  for (const BlockPool::Entry& stretch : stretches) {
    const BlockIndex before = blocks[stretch.block].previous;
    const BlockIndex first = before && !blocks[before].in_use ? before : stretch.block;
    if (has_room(first, size)) return first;
  }
  Block segment;
  segment.size = address_space(config);
  segment.address = next_address;
  segment.small_pool = small;
  segment.mapped = false;
  segment.expandable = true;
  next_address += static_cast<uint64_t>(segment.size);
  const BlockIndex index = blocks.make(segment);
  insert_free(index);
  return index;
}

bool CachingAllocator::State::has_room(BlockIndex first, int64_t size) const {
  int64_t room = 0;
  for (BlockIndex block = first; block && !blocks[block].in_use && room < size; block = blocks[block].next) {
    room += blocks[block].size;
  }
  return room >= size;
}

/// map_block: puts memory behind the front of an unmapped stretch and merges it with its free neighbours. Yields the
/// resulting free block, or none where the device is full.
BlockIndex CachingAllocator::State::map(BlockIndex index, int64_t wanted) {
  const int64_t bytes = std::min(round_up(wanted, page_size(blocks[index])), blocks[index].size);
  if (!reserve(bytes)) return kNoBlock;
  tell(SegmentChange::Kind::map, blocks[index].address, bytes);
  pool_of(blocks[index]).erase(blocks[index]);
  if (bytes < blocks[index].size) insert_free(split_off(index, bytes));
  blocks[index].mapped = true;
  insert_merged(index);
  return index;
}

/// unmap_block: gives the whole pages inside a free block back; what sticks out at either end stays a free block.
void CachingAllocator::State::unmap(BlockIndex index) {
  const int64_t page = page_size(blocks[index]);
  const auto begin = static_cast<int64_t>(blocks[index].address);
  const int64_t first = round_up(begin, page);
  const int64_t last = (begin + blocks[index].size) / page * page;
  if (first >= last) return;
  pool_of(blocks[index]).erase(blocks[index]);
  if (last < begin + blocks[index].size) insert_free(split_off(index, last - begin));
  if (first > begin) {
    const BlockIndex pages = split_off(index, first - begin);
    insert_free(index);
    index = pages;
  }
  stats.reserved -= Bytes(last - first);
  tell(SegmentChange::Kind::unmap, static_cast<uint64_t>(first), last - first);
  blocks[index].mapped = false;
  insert_merged(index);
}

/// The address space of a segment without any memory is kept: it costs nothing.
void CachingAllocator::State::unmap_free(BlockPool& pool) {
  const std::vector<BlockPool::Entry> candidates = pool.entries();
  for (const BlockPool::Entry& entry : candidates) unmap(entry.block);
}

}  // namespace vramlint::memory
