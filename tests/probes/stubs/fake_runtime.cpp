// One device behind the stub of the CUDA runtime, and an NVML that says what a test tells it to.
#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstring>

#include "fake_allocator.h"
#include "probes/cuda/nvml.h"

const char* cudaGetErrorString(cudaError_t) { return "no device"; }

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) { return device == 0 ? cudaSuccess : cudaErrorNoDevice; }

cudaError_t cudaFree(void*) { return cudaSuccess; }

cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }

cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = 12010;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
  std::snprintf(text, static_cast<size_t>(length), "0000:0%d:00.0", device);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (device != 0) return cudaErrorNoDevice;
  if (attribute == cudaDevAttrMultiProcessorCount) *value = 108;
  if (attribute == cudaDevAttrComputeCapabilityMajor) *value = 8;
  if (attribute == cudaDevAttrComputeCapabilityMinor) *value = 6;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  std::strcpy(properties->name, "Fake A");
  return device == 0 ? cudaSuccess : cudaErrorNoDevice;
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  *total = size_t{24} << 30;
  *free = *total;
  return cudaSuccess;
}

namespace vramlint::probes {

std::optional<int64_t>& fake::used_on_device() {
  static std::optional<int64_t> bytes;
  return bytes;
}

std::optional<int64_t> cuda::used_memory(const std::string& bus) {
  return bus == "0000:00:00.0" ? fake::used_on_device() : std::nullopt;
}

}  // namespace vramlint::probes
