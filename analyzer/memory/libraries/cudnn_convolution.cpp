#include "memory/libraries/cudnn_convolution.h"

#include <algorithm>

#include "memory/libraries/convolution_models.h"

namespace vramlint::memory {

namespace {

constexpr int kMeasuredCudnn = 9;
constexpr int kAmpere = 80;

/// The measured model says how these convolve, if not how much exactly.
bool like_measured(const Platform& platform) {
  return platform.cudnn() >= kMeasuredCudnn && platform.compute_capability() >= kAmpere;
}

Interval beside_other(const Interval& likely, const Interval& any) {
  return {Bytes(0), likely.point, std::max(likely.high, any.high)};
}

/// Each end with the sizes of its scenario.
std::optional<Interval> hopper(const graph::Node& node, ConvolutionPass pass,
                               Interval (*model)(const ConvolutionCall&, ConvolutionPass)) {
  const auto low = convolution_call(node, Scenario::low), point = convolution_call(node, Scenario::point),
             high = convolution_call(node, Scenario::high);
  if (!low || !point || !high) return std::nullopt;
  const Bytes likely = model(*point, pass).point;
  return Interval{std::min(model(*low, pass).low, likely), likely, std::max(model(*high, pass).high, likely)};
}

}  // namespace

std::optional<Interval> cudnn_convolution(const graph::Node& node, ConvolutionPass pass, const Platform& platform) {
  if (!is_convolution(node)) return std::nullopt;
  const Interval any = volta_workspace(node, pass, platform);
  const std::optional<Interval> likely = like_measured(platform) ? hopper(node, pass, hopper_workspace) : std::nullopt;
  if (!likely) return any;
  return platform.measured() ? *likely : beside_other(*likely, any);
}

std::optional<Interval> cudnn_candidates(const graph::Node& node, ConvolutionPass pass, const Platform& platform) {
  const std::optional<Interval> chosen = cudnn_convolution(node, pass, platform);
  if (!chosen) return std::nullopt;
  const std::optional<Interval> tried = like_measured(platform) ? hopper(node, pass, hopper_trial) : std::nullopt;
  if (!tried) return Interval{chosen->point, chosen->high, chosen->high};
  return platform.measured() ? *tried : beside_other(*tried, *chosen);
}

}  // namespace vramlint::memory
