#include "probes/cuda/replay.h"

#include <utility>
#include <vector>

#include "probes/cuda/allocator.h"
#include "probes/cuda/statistics_meter.h"

namespace vramlint::probes::cuda {

namespace {

/// Blocks by request.
class Blocks {
 public:
  Blocks() = default;
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;
  ~Blocks() {
    for (void* block : held_) {
      if (block) give_back(block);
    }
  }
  void play(const Request& request) {
    if (request.id >= held_.size()) held_.resize(request.id + size_t{1});
    void*& block = held_[request.id];
    if (request.bytes > 0) {
      block = take(static_cast<size_t>(request.bytes));
    } else if (block) {
      give_back(std::exchange(block, nullptr));
    }
  }

 private:
  std::vector<void*> held_;
};

}  // namespace

Peaks replay(const RequestLog& log, size_t steady, int device) {
  empty_cache();
  Blocks blocks;
  reset_peaks(device);
  for (size_t i = 0; i < log.size(); ++i) {
    if (i == steady) reset_peaks(device);
    blocks.play(log[i]);
  }
  const Statistics found = statistics(device);
  const ProcessMemory process = process_memory(device);  // the cache has given nothing back
  return {found.allocated_peak, found.reserved_peak, process.context, process.process};
}

}  // namespace vramlint::probes::cuda
