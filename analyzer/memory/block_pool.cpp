#include "memory/block_pool.h"

#include <algorithm>
#include <cstddef>

#include "base/check.h"

namespace vramlint::memory {

namespace {

/// Where the first entry stands that does not come before (size, address): branchless, for a step asks a hundred
/// thousand times.
template <typename Place>
Place place_in(Place first, Place last, int64_t size, uint64_t address) {
  for (auto count = last - first; count > 0;) {
    const auto half = count / 2;
    const auto& middle = first[half];
    const bool before = middle.size < size || (middle.size == size && middle.address < address);
    first += before ? half + 1 : 0;
    count = before ? count - half - 1 : half;
  }
  return first;
}

}  // namespace

std::vector<BlockIndex> BlockTable::alive() const {
  std::vector<bool> is_dead(blocks_.size());
  is_dead[kNoBlock] = true;
  for (const BlockIndex index : dead_) is_dead[index] = true;
  std::vector<BlockIndex> result;
  for (BlockIndex index = 0; index < blocks_.size(); ++index)
    if (!is_dead[index]) result.push_back(index);
  return result;
}

void BlockPool::insert(const Block& block, BlockIndex index) {
  const auto place = place_in(entries_.begin(), entries_.end(), block.size, block.address);
  entries_.insert(place, {block.size, block.address, index});
}

void BlockPool::replace(size_t place, const Block& block, BlockIndex index) {
  const auto old = entries_.begin() + static_cast<std::ptrdiff_t>(place);
  const Entry entry = {block.size, block.address, index};
  if (block.size < old->size) {
    const auto first = place_in(entries_.begin(), old, block.size, block.address);
    std::move_backward(first, old, old + 1);
    *first = entry;
  } else {
    const auto last = place_in(old + 1, entries_.end(), block.size, block.address);
    std::move(old + 1, last, old);
    *(last - 1) = entry;
  }
}

size_t BlockPool::place_of(const Block& block) const {
  const auto place = place_in(entries_.begin(), entries_.end(), block.size, block.address);
  VRAMLINT_CHECK(place != entries_.end() && place->address == block.address, "a free block is missing from its pool");
  return static_cast<size_t>(place - entries_.begin());
}

size_t BlockPool::best_fit(int64_t size) const {
  return static_cast<size_t>(place_in(entries_.begin(), entries_.end(), size, 0) - entries_.begin());
}

}  // namespace vramlint::memory
