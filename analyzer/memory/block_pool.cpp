#include "memory/block_pool.h"

#include <cstddef>

#include "base/check.h"

namespace vramlint::memory {

namespace {

/// Where the first entry stands that does not come before (size, address): branchless, for a step asks a hundred
/// thousand times.
template <typename Entries>
auto place_of(Entries& entries, int64_t size, uint64_t address) {
  auto first = entries.begin();
  for (auto count = entries.size(); count > 0;) {
    const auto half = count / 2;
    const auto& middle = first[static_cast<std::ptrdiff_t>(half)];
    const bool before = middle.size < size || (middle.size == size && middle.address < address);
    first += before ? static_cast<std::ptrdiff_t>(half + 1) : 0;
    count = before ? count - half - 1 : half;
  }
  return first;
}

}  // namespace

BlockIndex BlockTable::make(const Block& block) {
  if (dead_.empty()) {
    blocks_.push_back(block);
    return static_cast<BlockIndex>(blocks_.size() - 1);
  }
  const BlockIndex index = dead_.back();
  dead_.pop_back();
  blocks_[index] = block;
  return index;
}

void BlockPool::insert(const Block& block, BlockIndex index) {
  const auto place = place_of(entries_, block.size, block.address);
  entries_.insert(place, {block.size, block.address, index});
}

void BlockPool::erase(const Block& block) {
  const auto place = place_of(entries_, block.size, block.address);
  VRAMLINT_CHECK(place != entries_.end() && place->address == block.address, "a free block is missing from its pool");
  entries_.erase(place);
}

size_t BlockPool::best_fit(int64_t size) const {
  const auto place = place_of(entries_, size, 0);
  return static_cast<size_t>(place - entries_.begin());
}

}  // namespace vramlint::memory
