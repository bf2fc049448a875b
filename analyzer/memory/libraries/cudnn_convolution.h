// The workspace that cuDNN takes for a convolution: a model, since its heuristics are not documented.
#pragma once

#include <optional>
#include <string_view>

#include "base/bytes.h"
#include "graph/graph.h"
#include "memory/libraries/platform.h"

namespace vramlint::memory {

enum class ConvolutionPass : uint8_t { forward, by_input, by_weight };

/// Bytes beside operands and result. Empty for what is no convolution.
///
/// Measured: cuDNN 9.19 with torch 2.11 on an H100. It stands in for every cuDNN 9 on cards from Ampere on, with bounds
/// from nothing to copies of everything. For older releases and cards there is a model fitted on published peaks.
std::optional<Interval> cudnn_convolution(const graph::Node& node, ConvolutionPass pass, const Platform& platform);

/// What stands in a trace for the trials of torch.backends.cudnn.benchmark.
inline constexpr std::string_view kCandidates = "cudnn candidates";

/// What the largest algorithm takes that is tried where torch.backends.cudnn.benchmark is on.
std::optional<Interval> cudnn_candidates(const graph::Node& node, ConvolutionPass pass, const Platform& platform);

}  // namespace vramlint::memory
