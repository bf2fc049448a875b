// Built without CUDA: every question is refused.
#include "probes/command_line.h"
#include "probes/cuda/allocator.h"
#include "probes/cuda/driver.h"
#include "probes/cuda/history.h"

namespace vramlint::probes::cuda {

namespace {

[[noreturn]] void refuse() {
  throw UsageError("this probe was built against a LibTorch without CUDA; probes/README.md says how to build one with");
}

}  // namespace

bool built() { return false; }
void start_allocator(int) { refuse(); }
Statistics statistics(int) { refuse(); }
void reset_peaks(int) { refuse(); }
void empty_cache() { refuse(); }
void* take(size_t) { refuse(); }
void give_back(void*) { refuse(); }

bool keeps_history() { return false; }
void start_history() { refuse(); }
std::vector<HistoryEntry> end_history(int) { refuse(); }

int device_count() { refuse(); }
std::string runtime_version() { refuse(); }
void start_device(int) { refuse(); }
DeviceFacts device_facts(int) { refuse(); }
std::optional<int64_t> used_since_start(int) { refuse(); }

}  // namespace vramlint::probes::cuda
