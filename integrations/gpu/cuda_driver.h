// Devices by the CUDA driver: what a process is shown.
#pragma once

#include "integrations/gpu/driver_library.h"
#include "integrations/gpu/local_gpu.h"

namespace vramlint::gpu {

/// Completes what NVML found, or adds it, or a trouble.
void ask_cuda(const DriverLibrary& library, LocalGpus& found);

}  // namespace vramlint::gpu
