// What the figures of the libraries hang on beside the call: the releases, the card, and how the process is set up.
#pragma once

#include "config/runtime.h"
#include "graph/torch_profile.h"
#include "memory/devices.h"

namespace vramlint::memory {

struct Platform {
  graph::TorchProfile torch;
  config::RuntimeFacts runtime;
  const Device* device = nullptr;  ///< null: not known

  /// 10 * major + minor; 0: not known.
  int compute_capability() const { return device ? 10 * device->compute_major + device->compute_minor : 0; }

  /// The major release of the cuDNN that PyTorch's own builds bring: .ci/docker and the wheels' requirements of
  /// pytorch/pytorch (7.6 with 1.5 to 1.7, 8.0 from 1.8 on, 9.1 from 2.4 on, 9.19 with 2.11).
  int cudnn() const { return torch.at_least(2, 4) ? 9 : torch.at_least(1, 8) ? 8 : 7; }

  /// As the H100 that the libraries were measured on: compute 9.0, torch 2.11.
  bool measured() const { return torch.at_least(2, 11) && compute_capability() == 90; }
};

}  // namespace vramlint::memory
