// Built with CUDA: the caching allocator's own statistics, and the driver's word on what the device holds.
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <stdexcept>

#include "probes/cuda/device.h"

namespace vramlint::probes::cuda {

namespace {

namespace allocator = c10::cuda::CUDACachingAllocator;

constexpr c10::DeviceIndex kDevice = 0;
constexpr size_t kAll = 0;  // StatType::AGGREGATE, the first of the statistic's kinds in every release

void expect(cudaError_t result) {
  if (result != cudaSuccess) throw std::runtime_error(cudaGetErrorString(result));
}

int64_t used_on_device() {
  size_t free = 0, total = 0;
  expect(cudaMemGetInfo(&free, &total));
  return static_cast<int64_t>(total - free);
}

/// Blocks by request; what is left is given back whatever happens.
class Blocks {
 public:
  ~Blocks() {
    for (void* block : held_) {
      if (block) allocator::raw_delete(block);
    }
  }
  void play(const Move& move) {
    if (move.id >= held_.size()) held_.resize(move.id + size_t{1});
    void*& block = held_[move.id];
    if (move.bytes > 0) {
      block = allocator::raw_alloc(static_cast<size_t>(move.bytes));
    } else if (block) {
      allocator::raw_delete(block);
      block = nullptr;
    }
  }

 private:
  std::vector<void*> held_;
};

}  // namespace

bool built() { return true; }

std::string version() {
  int number = 0;
  expect(cudaRuntimeGetVersion(&number));
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

std::string name() {
  cudaDeviceProp facts{};
  expect(cudaGetDeviceProperties(&facts, kDevice));
  return facts.name;
}

Peaks replay(const std::vector<Move>& moves, size_t steady) {
  Peaks peaks;
  allocator::init(c10::cuda::device_count());
  expect(cudaFree(nullptr));  // makes the context
  peaks.context = used_on_device();
  Blocks blocks;
  for (size_t i = 0; i < moves.size(); ++i) {
    if (i == steady) allocator::resetPeakStats(kDevice);
    blocks.play(moves[i]);
  }
  const auto stats = allocator::getDeviceStats(kDevice);
  peaks.allocated = stats.allocated_bytes[kAll].peak;
  peaks.reserved = stats.reserved_bytes[kAll].peak;
  peaks.process = used_on_device();  // the cache gives nothing back
  return peaks;
}

}  // namespace vramlint::probes::cuda
