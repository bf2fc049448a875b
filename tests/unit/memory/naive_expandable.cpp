#include "naive_expandable.h"

#include <algorithm>
#include <tuple>

namespace vramlint::memory {

namespace {

constexpr int64_t kExpandableMebi = 1048576;

}  // namespace

/// Free stretches in address order, each wholly mapped or wholly not.
std::vector<NaiveExpandable::Stretch> NaiveExpandable::stretches(const Segment& segment) const {
  std::vector<Stretch> result;
  int64_t at = segment.base;
  while (at < segment.end()) {
    const auto used = segment.used.find(at);
    if (used != segment.used.end()) {
      at += used->second;
      continue;
    }
    const auto next_used = segment.used.upper_bound(at);
    const int64_t free_end = next_used == segment.used.end() ? segment.end() : next_used->first;
    const bool mapped = segment.mapped[static_cast<size_t>((at - segment.base) / segment.page)];
    int64_t end = at;
    while (end < free_end && segment.mapped[static_cast<size_t>((end - segment.base) / segment.page)] == mapped) {
      end = std::min(free_end, segment.base + ((end - segment.base) / segment.page + 1) * segment.page);
    }
    result.push_back({at, end - at, end - at, mapped});
    at = end;
  }
  for (size_t i = 0; i + 1 < result.size(); ++i) {
    const bool touches = result[i].begin + result[i].size == result[i + 1].begin;
    if (result[i].mapped && touches && !result[i + 1].mapped) result[i].reach += result[i + 1].size;
  }
  return result;
}

std::optional<int64_t> NaiveExpandable::take_mapped(bool small, int64_t size) {
  std::vector<Stretch> fitting;
  for (const Segment& segment : segments_) {
    if (segment.small != small) continue;
    for (const Stretch& stretch : stretches(segment)) {
      if (stretch.mapped && stretch.size >= size) fitting.push_back(stretch);
    }
  }
  if (fitting.empty()) return std::nullopt;
  std::sort(fitting.begin(), fitting.end(), [](const Stretch& lhs, const Stretch& rhs) {
    return std::tie(lhs.size, lhs.begin) < std::tie(rhs.size, rhs.begin);
  });
  size_t chosen = 0;
  while (chosen + 1 < fitting.size() && fitting[chosen + 1].reach < fitting[chosen].reach) ++chosen;
  return fitting[chosen].begin;
}

bool NaiveExpandable::map_up_to(Segment& segment, int64_t begin, int64_t size) {
  while (true) {  // one unmapped stretch after the other, each mapped whole or not at all
    for (const Stretch& stretch : stretches(segment)) {
      if (stretch.begin == begin && stretch.mapped && stretch.size >= size) return true;
    }
    std::vector<size_t> pages;
    auto page = static_cast<size_t>((begin - segment.base) / segment.page);
    while (segment.mapped[page]) ++page;
    const auto last = static_cast<size_t>((begin + size - 1 - segment.base) / segment.page);
    while (page <= last && !segment.mapped[page]) pages.push_back(page++);
    if (reserved() + static_cast<int64_t>(pages.size()) * segment.page > limit_) return false;
    for (const size_t one : pages) segment.mapped[one] = true;
  }
}

std::optional<int64_t> NaiveExpandable::extend(bool small, int64_t size) {
  for (Segment& segment : segments_) {
    if (segment.small != small) continue;
    const std::vector<Stretch> all = stretches(segment);
    for (size_t i = 0; i < all.size(); ++i) {
      if (all[i].mapped) continue;
      size_t first = i;
      if (i > 0 && all[i - 1].begin + all[i - 1].size == all[i].begin) first = i - 1;
      int64_t end = all[first].begin;
      for (size_t j = first; j < all.size() && all[j].begin == end; ++j) end += all[j].size;
      if (end - all[first].begin < size) continue;
      if (!map_up_to(segment, all[first].begin, size)) return std::nullopt;
      return all[first].begin;
    }
  }
  const int64_t page = small ? 2 * kExpandableMebi : 20 * kExpandableMebi;
  const int64_t pages = (limit_ + limit_ / 8 + 20 * kExpandableMebi - 1) / (20 * kExpandableMebi);
  const int64_t space = std::max<int64_t>(pages, 1) * (20 * kExpandableMebi);
  segments_.push_back({small, top_, page, std::vector<bool>(static_cast<size_t>(space / page)), {}});
  top_ += space;
  if (!map_up_to(segments_.back(), segments_.back().base, size)) return std::nullopt;
  return segments_.back().base;
}

std::optional<uint64_t> NaiveExpandable::allocate(int64_t request) {
  const int64_t size = std::max<int64_t>((request + 511) / 512 * 512, 512);
  const bool small = size <= kExpandableMebi;
  auto address = take_mapped(small, size);
  if (!address) address = extend(small, size);
  if (!address) {
    empty_cache();
    ++retries;
    address = extend(small, size);
  }
  if (!address) return std::nullopt;
  segment_at(*address).used[*address] = size;
  return static_cast<uint64_t>(*address);
}

NaiveExpandable::Segment& NaiveExpandable::segment_at(int64_t address) {
  return *std::find_if(segments_.begin(), segments_.end(),
                       [&](const Segment& s) { return s.base <= address && address < s.end(); });
}

void NaiveExpandable::free(uint64_t address) {
  segment_at(static_cast<int64_t>(address)).used.erase(static_cast<int64_t>(address));
}

void NaiveExpandable::empty_cache() {
  for (Segment& segment : segments_) {
    for (size_t page = 0; page < segment.mapped.size(); ++page) {
      const int64_t begin = segment.base + static_cast<int64_t>(page) * segment.page;
      const bool touched = std::any_of(segment.used.begin(), segment.used.end(), [&](const auto& used) {
        return used.first < begin + segment.page && used.first + used.second > begin;
      });
      if (!touched) segment.mapped[page] = false;
    }
  }
}

int64_t NaiveExpandable::allocated() const {
  int64_t total = 0;
  for (const Segment& segment : segments_) {
    for (const auto& [address, size] : segment.used) total += size;
  }
  return total;
}

int64_t NaiveExpandable::reserved() const {
  int64_t total = 0;
  for (const Segment& segment : segments_) {
    total += segment.page * std::count(segment.mapped.begin(), segment.mapped.end(), true);
  }
  return total;
}

}  // namespace vramlint::memory
