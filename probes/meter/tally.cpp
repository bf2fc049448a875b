#include "probes/meter/tally.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "probes/meter/request_log.h"

namespace vramlint::probes {

void BlockTally::take(uint32_t id, int64_t bytes) {
  if (id >= blocks_.size()) blocks_.resize(id + size_t{1});
  blocks_[id] = allocator_.allocate(Bytes(bytes));
  if (!blocks_[id]) throw std::runtime_error("the simulated device is full");
}

void BlockTally::give_back(uint32_t id) {
  if (id < blocks_.size() && blocks_[id]) allocator_.free(*std::exchange(blocks_[id], std::nullopt));
}

Moment BlockTally::now() const {
  const memory::AllocatorStats& stats = allocator_.stats();
  return {stats.allocated.count, stats.peak_allocated.count, stats.peak_reserved.count};
}

void RoundedTally::take(uint32_t id, int64_t bytes) {
  if (!counts(bytes)) return;
  blocks_.take(id, bytes);
  if (id >= sizes_.size()) sizes_.resize(id + size_t{1});
  sizes_[id] = rounded(bytes);
  held_ += sizes_[id];
  peak_ = std::max(peak_, held_);
}

void RoundedTally::give_back(uint32_t id) {
  blocks_.give_back(id);
  if (id < sizes_.size()) held_ -= std::exchange(sizes_[id], 0);
}

void RoundedTally::reset_peaks() {
  blocks_.reset_peaks();
  peak_ = held_;
}

Moment RoundedTally::now() const { return {held_, peak_, blocks_.now().reserved}; }

}  // namespace vramlint::probes
