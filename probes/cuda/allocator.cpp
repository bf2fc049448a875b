// c10/cuda/CUDACachingAllocator.h: what it has had alike since 1.13. Devices are `int` up to 2.2 and c10::DeviceIndex
// later, and statistics are those of c10/core/CachingDeviceAllocator.h from 2.5 on; names and fields stayed.
#include "probes/cuda/allocator.h"

#include <c10/cuda/CUDACachingAllocator.h>

namespace vramlint::probes::cuda {

namespace {

namespace allocator = c10::cuda::CUDACachingAllocator;

constexpr size_t kAll = 0;  // StatType::AGGREGATE, the first kind of each statistic in every release

/// The device as whatever the release takes.
struct Index {
  int number;
  template <typename Integer>
  operator Integer() const {
    return static_cast<Integer>(number);
  }
};

}  // namespace

bool built() { return true; }

void start_allocator(int device_count) { allocator::init(device_count); }

Statistics statistics(int device) {
  const auto found = allocator::getDeviceStats(Index{device});
  Statistics result;
  result.allocated = found.allocated_bytes[kAll].current;
  result.allocated_peak = found.allocated_bytes[kAll].peak;
  result.reserved = found.reserved_bytes[kAll].current;
  result.reserved_peak = found.reserved_bytes[kAll].peak;
  result.requests = found.allocation[kAll].allocated + found.allocation[kAll].freed;
  result.retries = found.num_alloc_retries;
  return result;
}

void reset_peaks(int device) { allocator::resetPeakStats(Index{device}); }

void empty_cache() { allocator::emptyCache(); }

void* take(size_t bytes) { return allocator::raw_alloc(bytes); }

void give_back(void* block) { allocator::raw_delete(block); }

}  // namespace vramlint::probes::cuda
