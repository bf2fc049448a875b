// Expandable segments written the obvious way: a segment is a row of pages, mapped or not, and a map of what is handed
// out; free stretches are found anew for every request. It shares no code with the real allocator.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace vramlint::memory {

class NaiveExpandable {
 public:
  explicit NaiveExpandable(int64_t limit) : limit_(limit) {}

  std::optional<uint64_t> allocate(int64_t request);  ///< address
  void free(uint64_t address);
  void empty_cache();
  int64_t allocated() const;
  int64_t reserved() const;
  int64_t retries = 0;

 private:
  struct Segment {
    bool small;
    int64_t base, page;
    std::vector<bool> mapped;
    std::map<int64_t, int64_t> used;  // address: size
    int64_t end() const { return base + page * static_cast<int64_t>(mapped.size()); }
  };
  struct Stretch {
    int64_t begin, size, reach;
    bool mapped;
  };
  std::vector<Stretch> stretches(const Segment& segment) const;
  std::optional<int64_t> take_mapped(bool small, int64_t size);
  std::optional<int64_t> extend(bool small, int64_t size);
  bool map_up_to(Segment& segment, int64_t begin, int64_t size);
  Segment& segment_at(int64_t address);

  int64_t limit_;
  int64_t top_ = 20 << 20;
  std::vector<Segment> segments_;  // in address order
};

}  // namespace vramlint::memory
