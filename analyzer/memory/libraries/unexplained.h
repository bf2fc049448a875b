// What measured programs differ from the simulation by, beyond the bounds that it knows of.
#pragma once

#include "base/bytes.h"
#include "memory/libraries/cuda_context.h"
#include "memory/libraries/platform.h"

namespace vramlint::memory {

/// Of a peak of the caching allocator, to either side, so that about 19 of 20 programs lie inside.
struct UnexplainedShares {
  double allocated = 0, reserved = 0;
  double fused = 0;  ///< downwards alone: of a step that torch.compile may hold less of
};

UnexplainedShares unexplained(const Platform& platform, const LibrariesUsed& used, bool compiles = false);

/// The interval, reaching at least `share` of its point to either side, and `below` downwards.
Interval widened(const Interval& peak, double share, double below = 0);

}  // namespace vramlint::memory
