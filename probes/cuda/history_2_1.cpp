// 2.1 and later: recordHistory takes a RecordContext (c10/cuda/CUDACachingAllocator.h [2.3], [2.4]). Later ones ask in
// addition whether the record is cleared, and [main~2026] which actions are left out: the declaration itself tells.
#include <torch/version.h>

#if TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 1)

#include <c10/cuda/CUDACachingAllocator.h>

#include <string>

#include "probes/cuda/history.h"
#include "probes/cuda/history_entries.h"

namespace vramlint::probes::cuda {

namespace {

namespace allocator = c10::cuda::CUDACachingAllocator;

template <typename Truth>
void record(Truth enabled, size_t most) {
  constexpr auto kNoStacks = allocator::RecordContext::NEVER;
  if constexpr (requires { allocator::recordHistory(enabled, nullptr, most, kNoStacks); }) {
    allocator::recordHistory(enabled, nullptr, most, kNoStacks);
  } else if constexpr (requires { allocator::recordHistory(enabled, nullptr, most, kNoStacks, enabled); }) {
    allocator::recordHistory(enabled, nullptr, most, kNoStacks, true);
  } else {
    allocator::recordHistory(enabled, nullptr, most, kNoStacks, true, std::vector<std::string>());
  }
}

}  // namespace

bool keeps_history() { return true; }

void start_history() { record(true, kMostEntries); }

std::vector<HistoryEntry> end_history(int device) {
  std::vector<HistoryEntry> entries = entries_of(allocator::snapshot(), device);
  record(false, 1);
  return entries;
}

}  // namespace vramlint::probes::cuda

#endif
