#include "probes/cuda/driver.h"

#include <cuda_runtime_api.h>

#include <array>
#include <map>
#include <stdexcept>

#include "probes/cuda/nvml.h"

namespace vramlint::probes::cuda {

namespace {

void expect(cudaError_t result) {
  if (result != cudaSuccess) throw std::runtime_error(cudaGetErrorString(result));
}

/// By device: bytes used before our context stood there.
std::map<int, int64_t>& used_before() {
  static std::map<int, int64_t> list;
  return list;
}

std::string bus_of(int device) {
  std::array<char, 64> text{};
  expect(cudaDeviceGetPCIBusId(text.data(), static_cast<int>(text.size()), device));
  return text.data();
}

int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  expect(cudaDeviceGetAttribute(&value, which, device));
  return value;
}

}  // namespace

int device_count() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

std::string runtime_version() {
  int number = 0;
  expect(cudaRuntimeGetVersion(&number));
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

void start_device(int device) {
  if (const auto used = used_memory(bus_of(device))) used_before()[device] = *used;
  expect(cudaSetDevice(device));
  expect(cudaFree(nullptr));  // makes the context
}

DeviceFacts device_facts(int device) {
  cudaDeviceProp properties{};
  expect(cudaGetDeviceProperties(&properties, device));
  size_t free = 0, total = 0;
  expect(cudaMemGetInfo(&free, &total));
  return {.name = properties.name,
          .compute_major = attribute(cudaDevAttrComputeCapabilityMajor, device),
          .compute_minor = attribute(cudaDevAttrComputeCapabilityMinor, device),
          .multiprocessors = attribute(cudaDevAttrMultiProcessorCount, device),
          .memory = static_cast<int64_t>(total)};
}

std::optional<int64_t> used_since_start(int device) {
  const auto before = used_before().find(device);
  if (before == used_before().end()) return std::nullopt;
  expect(cudaDeviceSynchronize());
  const auto now = used_memory(bus_of(device));
  return now ? std::optional(*now - before->second) : std::nullopt;
}

}  // namespace vramlint::probes::cuda
