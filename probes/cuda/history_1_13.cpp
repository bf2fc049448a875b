// 1.13 keeps the last request of each block only (BlockInfo::history), no record of all.
#include <torch/version.h>

#if TORCH_VERSION_MAJOR < 2

#include "probes/cuda/history.h"

namespace vramlint::probes::cuda {

bool keeps_history() { return false; }

void start_history() {}

std::vector<HistoryEntry> end_history(int) { return {}; }

}  // namespace vramlint::probes::cuda

#endif
