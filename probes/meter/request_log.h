// Requests for memory and returns of it, in their order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "probes/meter/tally.h"

namespace vramlint::probes {

struct Request {
  uint32_t id = 0;    ///< of the request returned or made; each is made once and returned at most once
  int64_t bytes = 0;  ///< as asked for; 0: the return of `id`
};

using RequestLog = std::vector<Request>;

/// What a request counts: the size the CUDA caching allocator would round it to (c10/cuda/CUDACachingAllocator.cpp,
/// round_size: 512 bytes at least, multiples of 512; 1.13 to 2.7).
int64_t rounded(int64_t bytes);

/// Requests that a graph on a GPU would not make: eight bytes hold a Python number that the dispatcher wrapped in a
/// tensor, which stays in host memory there. A real tensor of eight bytes cannot be told from it, so that both sides of
/// a comparison leave them out.
bool counts(int64_t bytes);

/// The log cut at `marks`, ascending places in it: one moment per mark, each up to the next, the last to the log's end.
/// What comes before the first mark is not counted.
std::vector<Moment> moments(const RequestLog& log, const std::vector<size_t>& marks, Tally& tally);

}  // namespace vramlint::probes
