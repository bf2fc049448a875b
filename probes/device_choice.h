// Where a measurement runs: the CPU, or one of the machine's CUDA devices.
#pragma once

#include <string>

namespace vramlint::probes {

struct DeviceChoice {
  bool cuda = false;
  int index = 0;
};

/// "cpu", "cuda", "cuda:1". Throws UsageError.
DeviceChoice parse_device(const std::string& text);

/// The device of this process: the CPU until another is chosen.
const DeviceChoice& chosen_device();
void choose_device(const DeviceChoice& choice);

}  // namespace vramlint::probes
