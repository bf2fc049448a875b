// Blocks of device memory, and the free ones of one pool in the order the allocator searches them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vramlint::memory {

using BlockIndex = uint32_t;
inline constexpr BlockIndex kNoBlock = 0;

/// A stretch of one segment. Neighbours in the segment are linked; the list is in address order.
struct Block {
  int64_t size = 0;
  uint64_t address = 0;
  BlockIndex previous = kNoBlock, next = kNoBlock;
  bool small_pool = false;
  bool in_use = false;
  bool mapped = true;  ///< false: address space of an expandable segment without memory behind it
  bool expandable = false;
  int64_t free_since = 0;  ///< the pool's search count when it became free

  bool split() const { return previous != kNoBlock || next != kNoBlock; }
};

/// All blocks, by index; indices of dead blocks are used again. Index 0 is no block.
class BlockTable {
 public:
  BlockIndex make(const Block& block) {
    if (dead_.empty()) {
      blocks_.push_back(block);
      return static_cast<BlockIndex>(blocks_.size() - 1);
    }
    const BlockIndex index = dead_.back();
    dead_.pop_back();
    blocks_[index] = block;
    return index;
  }
  void kill(BlockIndex index) { dead_.push_back(index); }
  Block& operator[](BlockIndex index) { return blocks_[index]; }
  const Block& operator[](BlockIndex index) const { return blocks_[index]; }
  size_t size() const { return blocks_.size(); }
  std::vector<BlockIndex> alive() const;

 private:
  std::vector<Block> blocks_ = std::vector<Block>(1);
  std::vector<BlockIndex> dead_;
};

/// Ordered by size, then address: a flat vector, because a step leaves some hundred free blocks at most.
class BlockPool {
 public:
  struct Entry {
    int64_t size;
    uint64_t address;
    BlockIndex block;
  };

  void insert(const Block& block, BlockIndex index);
  void erase(const Block& block) { erase_at(place_of(block)); }
  void erase_at(size_t place) { entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(place)); }
  /// What stands at the place goes, and this one comes.
  void replace(size_t place, const Block& block, BlockIndex index);
  size_t place_of(const Block& block) const;  ///< CHECKs that it is here
  /// Position of the smallest block of at least `size`, the lowest address first; entries().size() if there is none.
  size_t best_fit(int64_t size) const;
  const std::vector<Entry>& entries() const { return entries_; }
  /// Erases the entries of which `goes` says so, asked in their order.
  template <typename Goes>
  void erase_if(const Goes& goes) {
    std::erase_if(entries_, goes);
  }

  int64_t searches = 0;  ///< how often a block was looked for; the clock of garbage collection

 private:
  std::vector<Entry> entries_;
};

}  // namespace vramlint::memory
