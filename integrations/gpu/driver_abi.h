// The little of the CUDA driver's and NVML's C interfaces that is called: from the toolkit's headers where they are
// installed, else declared here. Names and layouts are those of the NVML API Reference and the CUDA Driver API; both
// libraries keep them from release to release.
#pragma once

#ifdef VRAMLINT_CUDA_HEADER
#include <cuda.h>
#else
using CUresult = int;
using CUdevice = int;
struct CUuuid {
  char bytes[16];
};
#endif

#ifdef VRAMLINT_NVML_HEADER
#include <nvml.h>
#else
using nvmlReturn_t = int;
struct nvmlDevice_st;
using nvmlDevice_t = nvmlDevice_st*;
struct nvmlMemory_t {
  unsigned long long total, free, used;
};
struct nvmlDeviceAttributes_t {
  unsigned int multiprocessorCount, sharedCopyEngineCount, sharedDecoderCount, sharedEncoderCount, sharedJpegCount,
      sharedOfaCount, gpuInstanceSliceCount, computeInstanceSliceCount;
  unsigned long long memorySizeMB;
};
#endif

namespace vramlint::gpu {

// CUdevice_attribute
inline constexpr int kMultiprocessorCount = 16, kComputeMajor = 75, kComputeMinor = 76;
// nvmlDeviceGetMigMode
inline constexpr unsigned int kMigEnabled = 1;
// NVML_DEVICE_NAME_V2_BUFFER_SIZE, NVML_DEVICE_UUID_V2_BUFFER_SIZE, NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE
inline constexpr unsigned int kTextSize = 96;

}  // namespace vramlint::gpu
