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
  bool softmax_saves_input;     ///< softmax and log_softmax keep their input beside the result: to 1.10
  bool hardtanh_saves_result;   ///< in place, not a copy of what was there: to 1.10, which has a formula for it
  bool im2col_saves_input;      ///< unfold of images keeps its input: 1.13
  bool embedding_saves_weight;  ///< 1.13
  bool foreach_by_default;      ///< torch/optim: 2.0+
  bool set_to_none_by_default;  ///< zero_grad: 2.0+
  bool cublas_workspace;        ///< held in the caching allocator: 2.0+ (aten/src/ATen/cuda/CublasHandlePool.cpp)
  bool linear_epilogue;         ///< addmm with a bias goes through cublasLt: 2.0+ (native/cuda/Blas.cpp)
  bool folds_transposed;        ///< matmul of a transposed batch and a matrix folds: 2.0+ (should_fold)
  bool packs_projection;        ///< F._in_projection_packed makes its three parts contiguous at once: 2.0+
  bool fused_rms_norm;          ///< one kernel that keeps input and rstd: 2.8+ (native/layer_norm.cpp)
  int attention_heads;          ///< widest head that the flash kernel takes: 0 before 2.0, 128, 256 from 2.2
  bool flash_pads_heads;        ///< heads that are no multiple of 8 are padded for it: 2.1+
  bool efficient_takes_mask;    ///< the memory-efficient kernel takes masks and dropout: 2.1+
  bool math_attention_upcasts;  ///< attention by plain operators computes half precision in float32: 2.5+
  int compute_capability;       ///< of the device, 10 * major + minor
  /// Recomputing a checkpoint ends behind the last operator that saves anything: torch/utils/checkpoint.py, 2.1+.
  bool checkpoint_stops_early = false;
  int major = 0, minor = 0;  ///< the release asked for, which may be newer than the profile

  bool at_least(int other_major, int other_minor) const {
    return major > other_major || (major == other_major && minor >= other_minor);
  }
};

/// The profile of "2.4", "2.4.1", "1.13": the newest one not above it. Empty if below 1.5 or malformed.
std::optional<TorchProfile> torch_profile(std::string_view version);
inline constexpr std::string_view kDefaultTorch = "2.4";

}  // namespace vramlint::graph
