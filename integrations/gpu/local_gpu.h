// The machine's own NVIDIA GPUs, as the driver tells them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace vramlint::gpu {

/// A GPU, or a slice of one that MIG has cut it into.
struct LocalGpu {
  std::string name;           ///< "NVIDIA GeForce RTX 3090"; of a slice: "NVIDIA H100 80GB HBM3 MIG 1g.10gb"
  std::string uuid;           ///< without "GPU-" or "MIG-"; empty where unknown
  Bytes memory;               ///< what a process is given: CUDA's total where CUDA shows the device, else NVML's
  std::optional<Bytes> free;  ///< now, by NVML
  int compute_major = 0, compute_minor = 0;
  int multiprocessors = 0;  ///< 0: not told
  bool slice = false;
  bool cut = false;            ///< MIG is on: only its slices can be used
  std::optional<int> ordinal;  ///< CUDA's number for it; empty where CUDA does not show it
};

struct LocalGpus {
  std::vector<LocalGpu> gpus;         ///< slices behind their GPU
  std::string driver;                 ///< "550.54.14"; empty where unknown
  std::vector<std::string> troubles;  ///< what was looked for, and why it was of no use
};

/// The libraries to ask; others in tests.
struct DriverNames {
  std::string cuda = "libcuda.so.1";
  std::string nvml = "libnvidia-ml.so.1";
};

/// Opens the driver's libraries and asks them. No context is made, so nothing is allocated on a GPU.
LocalGpus local_gpus(const DriverNames& names = {});

/// What a program that names no device gets: CUDA's number 0, or without CUDA the first that can be used.
const LocalGpu* first_usable(const LocalGpus& found);

}  // namespace vramlint::gpu
