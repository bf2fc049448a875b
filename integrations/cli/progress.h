// How far a long run is: a line on a terminal, nothing in a pipe.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>

namespace vramlint::cli {

/// Threads may call `step` at the same time. The line is gone with the object.
class Progress {
 public:
  explicit Progress(size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void step();

 private:
  using Clock = std::chrono::steady_clock;
  std::mutex mutex_;
  size_t done_ = 0;
  const size_t total_;
  const bool on_terminal_;
  bool shown_ = false;
  Clock::time_point next_;
};

}  // namespace vramlint::cli
