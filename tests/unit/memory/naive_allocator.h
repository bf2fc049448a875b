// The caching allocator written the slow, obvious way: a list of segments, each a list of parts, searched from end to
// end. It shares no code with the real one.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <optional>

namespace vramlint::memory {

class NaiveAllocator {
 public:
  struct Options {
    int64_t limit = INT64_MAX;
    int64_t max_split = INT64_MAX;
    std::array<int64_t, 16> divisions{};  // from 1 MiB on
    int64_t bypass = INT64_MAX;
    int64_t rounding = 20 << 20;
    int64_t allowed = INT64_MAX;
    double collect = 0;
  };
  explicit NaiveAllocator(Options options) : options_(options) {}

  std::optional<uint64_t> allocate(int64_t request);  ///< address
  void free(uint64_t address);
  void empty_cache();
  int64_t allocated() const;
  int64_t reserved() const;
  int64_t retries = 0;

 private:
  struct Part {
    uint64_t address;
    int64_t size;
    bool free;
  };
  struct Segment {
    bool small;
    std::list<Part> parts;
    int64_t free_since = 0;  // searches of the large pool when it became free as a whole
  };
  struct Place {
    std::list<Segment>::iterator segment;
    std::list<Part>::iterator part;
  };
  std::optional<Place> search(bool small, int64_t size);
  std::optional<Place> grow(bool small, int64_t size);
  bool drop_oversize(int64_t size);
  void collect();
  int64_t large_searches_ = 0;
  uint64_t take(Place place, int64_t size);

  Options options_;
  std::list<Segment> segments_;
  uint64_t top_ = 20 << 20;
};

}  // namespace vramlint::memory
