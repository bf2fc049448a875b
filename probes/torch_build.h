// The LibTorch that the probe is built with.
#pragma once

#include <optional>
#include <string>

#include "graph/torch_profile.h"

namespace vramlint::probes {

std::string torch_version();                      ///< "1.13.1"
std::string device_name();                        ///< of the chosen device: "cpu", or the CUDA device's own name
std::optional<std::string> cuda_version();        ///< "12.1"; none: the CPU was chosen
std::optional<std::string> compute_capability();  ///< "9.0"; none: the CPU was chosen
std::string recording_name();                     ///< "1.13.1-cpu": the folder of recordings
const graph::TorchProfile& torch_profile();

}  // namespace vramlint::probes
