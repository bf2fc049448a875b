// One simulated step as the allocator saw it.
#pragma once

#include "analyze.h"
#include "memory/history.h"

namespace vramlint {

using memory::Until;

/// Of one phase, by number in Analysis::timelines. Labels point into its trace.
memory::History step_history(const Analysis& analysis, size_t phase, Until until);

}  // namespace vramlint
