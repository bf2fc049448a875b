// The CUDA caching allocator of the LibTorch at hand, without its types: the seam between our arithmetic and its
// header.
#pragma once

#include <cstddef>
#include <cstdint>

namespace vramlint::probes::cuda {

bool built();  ///< false: this probe is built without CUDA, and everything else of this folder throws UsageError

/// Bytes, of one device.
struct Statistics {
  int64_t allocated = 0, allocated_peak = 0;
  int64_t reserved = 0, reserved_peak = 0;
  int64_t requests = 0;  ///< requests and returns so far
  int64_t retries = 0;   ///< times the cache was emptied to satisfy a request
};

/// Makes the allocator ready. To be called once, before anything else here.
void start_allocator(int device_count);
Statistics statistics(int device);
void reset_peaks(int device);  ///< the peaks become what is held now
void empty_cache();

/// A block of the current device. Throws what LibTorch throws when there is no memory.
void* take(size_t bytes);
void give_back(void* block);

}  // namespace vramlint::probes::cuda
