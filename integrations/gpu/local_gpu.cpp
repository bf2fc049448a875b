#include "integrations/gpu/local_gpu.h"

#include "integrations/gpu/cuda_driver.h"
#include "integrations/gpu/nvml.h"

namespace vramlint::gpu {

LocalGpus local_gpus(const DriverNames& names) {
  LocalGpus found;
  const DriverLibrary nvml(names.nvml), cuda(names.cuda);
  ask_nvml(nvml, found);
  ask_cuda(cuda, found);
  return found;
}

const LocalGpu* first_usable(const LocalGpus& found) {
  const LocalGpu* first = nullptr;
  for (const LocalGpu& gpu : found.gpus) {
    if (gpu.ordinal == 0) return &gpu;
    if (!first && !gpu.cut) first = &gpu;
  }
  return first;
}

}  // namespace vramlint::gpu
