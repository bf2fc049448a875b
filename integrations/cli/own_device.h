// The machine's own GPU as a device to check for.
#pragma once

#include <memory>
#include <string>

#include "analyze.h"
#include "integrations/gpu/local_gpu.h"

namespace vramlint::cli {

/// The device of the table that this is one of, by name or else by compute capability, multiprocessors and memory;
/// null for a slice, and where none is like it.
const memory::Device* device_like(const gpu::LocalGpu& gpu);

/// With the memory it really has; multiprocessors of the table where the driver does not tell them.
std::shared_ptr<const memory::Device> own_device(const gpu::LocalGpu& gpu);

/// Of `--device auto`. Throws UsageError that names what was looked for.
std::shared_ptr<const memory::Device> detected_device();

/// "no NVIDIA GPU was found: libcuda.so.1: …; libnvidia-ml.so.1: …"
std::string nothing_found(const gpu::LocalGpus& found);

}  // namespace vramlint::cli
