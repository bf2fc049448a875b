// Requests for memory and returns of it, in their order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vramlint::probes {

struct Request {
  uint32_t id = 0;    ///< of the request returned or made; each is made once and returned at most once
  int64_t bytes = 0;  ///< as asked for; 0: the return of `id`
};

using RequestLog = std::vector<Request>;

/// What a request counts: the size the CUDA caching allocator would round it to (c10/cuda/CUDACachingAllocator.cpp,
/// round_size: 512 bytes at least, multiples of 512; 1.13 to 2.7).
int64_t rounded(int64_t bytes);

/// Requests that a graph on a GPU would not make: eight bytes hold a Python number that the dispatcher wrapped in a
/// tensor, which stays in host memory there. A real tensor of eight bytes cannot be told from it, so that both sides of
/// a comparison leave them out.
bool counts(int64_t bytes);

/// The bytes held over a stretch of the log.
class Held {
 public:
  explicit Held(const RequestLog& log) : log_(log) {}
  /// Plays the log up to before `end`; the peak is that since the last call of `reset_peak`.
  void play_to(size_t end);
  void reset_peak() { peak_ = held_; }
  int64_t held() const { return held_; }
  int64_t peak() const { return peak_; }
  size_t peak_at() const { return peak_at_; }  ///< the request that made the peak

 private:
  const RequestLog& log_;
  size_t next_ = 0, peak_at_ = 0;
  int64_t held_ = 0, peak_ = 0;
  std::vector<int64_t> sizes_;  // by id: what it counts
};

}  // namespace vramlint::probes
