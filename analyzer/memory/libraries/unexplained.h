// What measured programs differ from the simulation by, beyond the bounds that it knows of.
#pragma once

#include "base/bytes.h"
#include "memory/libraries/cuda_context.h"
#include "memory/libraries/platform.h"

namespace vramlint::memory {

/// Of a peak of the caching allocator, to either side, so that about 19 of 20 programs lie inside.
struct UnexplainedShares {
  double allocated = 0, reserved = 0;
};

UnexplainedShares unexplained(const Platform& platform, const LibrariesUsed& used);

/// The interval, reaching at least `share` of its point to either side.
Interval widened(const Interval& peak, double share);

}  // namespace vramlint::memory
