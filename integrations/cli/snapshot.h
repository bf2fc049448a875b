// One simulated step in the format of torch.cuda.memory._dump_snapshot, for PyTorch's own viewers.
#pragma once

#include <string>

#include "step_history.h"

namespace vramlint::cli {

/// By number in Analysis::timelines: the phase with the highest allocated peak, the first of several.
size_t highest_phase(const Analysis& analysis);

/// A pickle. Sizes of events are those of whole blocks, so that they add up to what is allocated.
std::string memory_snapshot(const Analysis& analysis, size_t phase, Until until);

}  // namespace vramlint::cli
