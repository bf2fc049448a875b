// Work on many things, on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace vramlint::cli {

/// Calls `work` once for each number below `count`, on up to `jobs` threads; 0: one for each processor. Neighbours have
/// much in common, which is kept for the thread that has met it: each thread has a stretch of its own, and once that is
/// done half of what the slowest has before it.
void in_parallel(size_t count, unsigned jobs, const std::function<void(size_t)>& work);

}  // namespace vramlint::cli
