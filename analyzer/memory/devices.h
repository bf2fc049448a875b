// NVIDIA GPUs: memory as the driver reports it, compute capability, SM count.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace vramlint::memory {

struct Device {
  std::string_view name;   ///< "rtx3090": lower case, no spaces; what --device takes
  std::string_view title;  ///< "GeForce RTX 3090"
  Bytes memory;            ///< as nvidia-smi's memory.total and cudaMemGetInfo's total report it
  int compute_major, compute_minor;
  int multiprocessors;
  std::string_view source;  ///< where the figures are from
  bool measured;            ///< memory read off a card; false: nominal size less the usual reservation
};

std::span<const Device> devices();
const Device* find_device(std::string_view name);                      ///< forgiving: case, spaces, "nvidia", "geforce"
std::vector<std::string_view> suggest_devices(std::string_view name);  ///< nearest names

}  // namespace vramlint::memory
