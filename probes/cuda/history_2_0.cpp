// 2.0: recordHistory takes a truth for whether stacks are recorded (c10/cuda/CUDACachingAllocator.h [2.0]).
#include <torch/version.h>

#if TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR == 0

#include <c10/cuda/CUDACachingAllocator.h>

#include "probes/cuda/history.h"
#include "probes/cuda/history_entries.h"

namespace vramlint::probes::cuda {

namespace allocator = c10::cuda::CUDACachingAllocator;

bool keeps_history() { return true; }

void start_history() { allocator::recordHistory(true, nullptr, kMostEntries, false); }

std::vector<HistoryEntry> end_history(int device) {
  std::vector<HistoryEntry> entries = entries_of(allocator::snapshot(), device);
  allocator::recordHistory(false, nullptr, 1, false);
  return entries;
}

}  // namespace vramlint::probes::cuda

#endif
