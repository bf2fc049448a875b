// What differs between PyTorch releases where memory is concerned. Every field cites its file and version.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace vramlint::graph {

struct TorchProfile {
  std::string_view version;     ///< "2.4"
  bool accumulates_in_place;    ///< fan-out gradients, torch/csrc/autograd/input_buffer.cpp: 2.0+
  bool mean_saves_input_all;    ///< mean() over all dims keeps its input: 2.0 only
  bool mean_saves_input_dims;   ///< mean(dim) keeps its input: 1.13, 2.0
  bool foreach_by_default;      ///< torch/optim: 2.0+
  bool set_to_none_by_default;  ///< zero_grad: 2.0+
  /// Recomputing a checkpoint ends behind the last operator that saves anything: torch/utils/checkpoint.py, 2.1+.
  bool checkpoint_stops_early;
  bool cublas_workspace;  ///< held in the caching allocator: 2.0+ (aten/src/ATen/cuda/CublasHandlePool.cpp)
};

/// The profile of "2.4", "2.4.1", "1.13": the newest one not above it. Empty if below 1.13 or malformed.
std::optional<TorchProfile> torch_profile(std::string_view version);
inline constexpr std::string_view kDefaultTorch = "2.4";

}  // namespace vramlint::graph
