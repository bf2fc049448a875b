// The workspace that cuDNN takes for a convolution: a model, since its heuristics are not documented.
#pragma once

#include <optional>

#include "base/bytes.h"
#include "config/runtime.h"
#include "graph/graph.h"
#include "memory/devices.h"

namespace vramlint::memory {

enum class ConvolutionPass : uint8_t { forward, backward };

struct ConvolutionSettings {
  bool v8 = true;  ///< cuDNN's v8 API: by default from torch 2.0 on, ConvUtils.h
  bool deterministic = false;
  bool benchmark = false;
  int compute_capability = 0;  ///< 10 * major + minor; 0: not known
};

ConvolutionSettings convolution_settings(const config::RuntimeFacts& runtime, const graph::TorchProfile& torch,
                                         const Device* device);

/// Empty for what is no convolution.
std::optional<Interval> convolution_workspace(const graph::Node& node, ConvolutionPass pass,
                                              const ConvolutionSettings& settings);

}  // namespace vramlint::memory
