#include "naive_allocator.h"

#include <algorithm>
#include <iterator>

namespace vramlint::memory {

namespace {

constexpr int64_t kNaiveMebi = 1048576;

/// The entry for the power of two at or below the request: the first up to 2 MiB, the last from 32 GiB on.
int64_t divisions_of(int64_t request, const std::array<int64_t, 16>& all) {
  size_t entry = 0;
  for (int64_t upper = 2 * kNaiveMebi; entry < 15 && request >= upper; upper *= 2) ++entry;
  return all[entry];
}

int64_t rounded(int64_t request, const NaiveAllocator::Options& options) {
  if (request < 512) return 512;
  const int64_t divisions = request > options.bypass ? 0 : divisions_of(request, options.divisions);
  if (divisions > 1 && request > 512 * divisions) {
    int64_t power = 1;
    while (power * 2 <= request) power *= 2;
    for (int64_t i = 0; i <= divisions; ++i) {
      if (power + power / divisions * i >= request) return power + power / divisions * i;
    }
  }
  while (request % 512 != 0) ++request;
  return request;
}

}  // namespace

std::optional<NaiveAllocator::Place> NaiveAllocator::search(bool small, int64_t size) {
  std::optional<Place> best;
  for (auto segment = segments_.begin(); segment != segments_.end(); ++segment) {
    if (segment->small != small) continue;
    for (auto part = segment->parts.begin(); part != segment->parts.end(); ++part) {
      if (!part->free || part->size < size) continue;
      const bool better = !best || part->size < best->part->size ||
                          (part->size == best->part->size && part->address < best->part->address);
      if (better) best = Place{segment, part};
    }
  }
  if (!best) return best;
  if (size < options_.max_split && best->part->size >= options_.max_split) return std::nullopt;
  if (size >= options_.max_split && best->part->size >= size + options_.rounding) return std::nullopt;
  return best;
}

std::optional<NaiveAllocator::Place> NaiveAllocator::grow(bool small, int64_t size) {
  int64_t bytes = 2 * kNaiveMebi;
  if (!small)
    bytes =
        size < 10 * kNaiveMebi ? 20 * kNaiveMebi : (size + 2 * kNaiveMebi - 1) / (2 * kNaiveMebi) * (2 * kNaiveMebi);
  if (bytes > options_.limit - reserved() || reserved() + bytes > options_.allowed) return std::nullopt;
  segments_.push_back({small, {{top_, bytes, true}}});
  top_ += static_cast<uint64_t>(bytes);
  return Place{std::prev(segments_.end()), segments_.back().parts.begin()};
}

bool NaiveAllocator::drop_oversize(int64_t size) {
  if (options_.max_split == INT64_MAX) return false;
  const int64_t key = std::max(size, options_.max_split);
  const auto whole = [](const Segment& s) { return !s.small && s.parts.size() == 1 && s.parts.front().free; };
  auto chosen = segments_.end();
  for (auto s = segments_.begin(); s != segments_.end(); ++s) {
    if (!whole(*s) || s->parts.front().size < key) continue;
    if (chosen == segments_.end() || s->parts.front().size < chosen->parts.front().size) chosen = s;
  }
  if (chosen != segments_.end()) {
    segments_.erase(chosen);
    return true;
  }
  int64_t dropped = 0;
  while (dropped < key) {
    auto largest = segments_.end();
    for (auto s = segments_.begin(); s != segments_.end(); ++s) {
      if (!whole(*s) || s->parts.front().size < options_.max_split) continue;
      if (largest == segments_.end() || s->parts.front().size >= largest->parts.front().size) largest = s;
    }
    if (largest == segments_.end()) return false;
    dropped += largest->parts.front().size;
    segments_.erase(largest);
  }
  return true;
}

/// Rounds of giving back the whole free segments of the large pool that are no younger than the average of those left.
void NaiveAllocator::collect() {
  if (options_.collect <= 0 || options_.allowed == INT64_MAX) return;
  const auto threshold = static_cast<int64_t>(options_.collect * static_cast<double>(options_.allowed));
  const auto idle = [](const Segment& s) { return !s.small && s.parts.size() == 1 && s.parts.front().free; };
  const int64_t wanted = reserved() - threshold;
  int64_t given = 0;
  for (bool progress = wanted > 0; progress && given < wanted;) {
    double total = 0, count = 0;
    for (const Segment& segment : segments_) {
      if (!idle(segment)) continue;
      total += static_cast<double>(large_searches_ - segment.free_since);
      ++count;
    }
    progress = false;
    for (auto segment = segments_.begin(); segment != segments_.end();) {
      const auto here = segment++;
      if (!idle(*here) || static_cast<double>(large_searches_ - here->free_since) < total / count) continue;
      given += here->parts.front().size;
      segments_.erase(here);
      progress = true;
    }
  }
}

uint64_t NaiveAllocator::take(Place place, int64_t size) {
  auto& part = *place.part;
  const int64_t rest = part.size - size;
  const bool split = place.segment->small ? rest >= 512 : rest > kNaiveMebi && size < options_.max_split;
  if (split) {
    place.segment->parts.insert(std::next(place.part), {part.address + static_cast<uint64_t>(size), rest, true});
    part.size = size;
  }
  part.free = false;
  return part.address;
}

std::optional<uint64_t> NaiveAllocator::allocate(int64_t request) {
  const int64_t size = rounded(request, options_);
  const bool small = size <= kNaiveMebi;
  if (!small) ++large_searches_;
  auto place = search(small, size);
  if (!place) collect();
  if (!place) place = grow(small, size);
  if (!place && drop_oversize(size)) place = grow(small, size);
  if (!place) {
    empty_cache();
    ++retries;
    place = grow(small, size);
  }
  if (!place) return std::nullopt;
  return take(*place, size);
}

void NaiveAllocator::free(uint64_t address) {
  for (Segment& segment : segments_) {
    bool here = false;
    for (Part& part : segment.parts) {
      here = here || part.address == address;
      if (part.address == address) part.free = true;
    }
    if (here) segment.free_since = large_searches_;
    for (auto part = segment.parts.begin(); std::next(part) != segment.parts.end();) {
      const auto next = std::next(part);
      if (part->free && next->free) {
        part->size += next->size;
        segment.parts.erase(next);
      } else {
        part = next;
      }
    }
  }
}

void NaiveAllocator::empty_cache() {
  segments_.remove_if([](const Segment& s) { return s.parts.size() == 1 && s.parts.front().free; });
}

int64_t NaiveAllocator::allocated() const {
  int64_t total = 0;
  for (const Segment& segment : segments_) {
    for (const Part& part : segment.parts) total += part.free ? 0 : part.size;
  }
  return total;
}

int64_t NaiveAllocator::reserved() const {
  int64_t total = 0;
  for (const Segment& segment : segments_) {
    for (const Part& part : segment.parts) total += part.size;
  }
  return total;
}

}  // namespace vramlint::memory
