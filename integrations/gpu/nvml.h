// GPUs and MIG slices by NVML.
#pragma once

#include "integrations/gpu/driver_library.h"
#include "integrations/gpu/local_gpu.h"

namespace vramlint::gpu {

/// Adds what it finds, or a trouble.
void ask_nvml(const DriverLibrary& library, LocalGpus& found);

}  // namespace vramlint::gpu
