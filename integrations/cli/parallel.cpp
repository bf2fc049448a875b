#include "integrations/cli/parallel.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace vramlint::cli {
namespace {

class Stretches {
 public:
  Stretches(size_t count, size_t threads) {
    for (size_t i = 0; i < threads; ++i) left_.push_back({count * i / threads, count * (i + 1) / threads});
  }

  std::optional<size_t> next(size_t thread) {
    const std::lock_guard lock(mutex_);
    Stretch& own = left_[thread];
    if (own.begin == own.end) {
      Stretch& longest = *std::max_element(left_.begin(), left_.end(), [](const Stretch& lhs, const Stretch& rhs) {
        return lhs.end - lhs.begin < rhs.end - rhs.begin;
      });
      own = {longest.begin + (longest.end - longest.begin) / 2, longest.end};
      longest.end = own.begin;
    }
    if (own.begin == own.end) return {};
    return own.begin++;
  }

 private:
  struct Stretch {
    size_t begin, end;
  };
  std::mutex mutex_;
  std::vector<Stretch> left_;  // by thread
};

}  // namespace

void in_parallel(size_t count, unsigned jobs, const std::function<void(size_t)>& work) {
  const size_t wanted = jobs > 0 ? jobs : std::max(std::thread::hardware_concurrency(), 1U);
  const size_t used = std::max<size_t>(std::min(wanted, count), 1);
  Stretches stretches(count, used);
  const auto stretch = [&](size_t thread) {
    while (const std::optional<size_t> i = stretches.next(thread)) work(*i);
  };
  std::vector<std::thread> threads;
  for (size_t i = 1; i < used; ++i) threads.emplace_back(stretch, i);
  stretch(0);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace vramlint::cli
