#include "memory/block_pool.h"

#include <algorithm>
#include <tuple>

#include "base/check.h"

namespace vramlint::memory {

namespace {

bool precedes(const BlockPool::Entry& entry, std::pair<int64_t, uint64_t> key) {
  return std::tie(entry.size, entry.address) < std::tie(key.first, key.second);
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
  const auto place = std::lower_bound(entries_.begin(), entries_.end(), std::pair(block.size, block.address), precedes);
  entries_.insert(place, {block.size, block.address, index});
}

void BlockPool::erase(const Block& block) {
  const auto place = std::lower_bound(entries_.begin(), entries_.end(), std::pair(block.size, block.address), precedes);
  VRAMLINT_CHECK(place != entries_.end() && place->address == block.address, "a free block is missing from its pool");
  entries_.erase(place);
}

size_t BlockPool::best_fit(int64_t size) const {
  const auto place = std::lower_bound(entries_.begin(), entries_.end(), std::pair(size, uint64_t{0}), precedes);
  return static_cast<size_t>(place - entries_.begin());
}

}  // namespace vramlint::memory
