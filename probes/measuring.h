// From a command's options to a process that is ready to measure.
#pragma once

#include <cstdint>

#include "probes/command_line.h"

namespace vramlint::probes {

enum class Kernels : uint8_t { own, neutral };  ///< LibTorch's own, or on a CPU those that stand for CUDA's

/// Takes `--device` (`usual` without it) and makes it ready. Throws UsageError where there is no such device.
void start_measuring(const CommandLine& options, Kernels kernels, const char* usual = "cpu");

}  // namespace vramlint::probes
