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

bool has_one_size(const graph::TensorType& type) {
  return std::all_of(type.shape.begin(), type.shape.end(), [](const graph::Dim& dim) { return dim.known(); });
}

bool has_one_size(const graph::Node& node) {
  return has_one_size(node.call.operand(0).type) && has_one_size(node.call.operand(1).type) &&
         has_one_size(node.outputs.at(0).type);
}

/// Each end with the sizes of its scenario.
std::optional<Interval> hopper(const graph::Node& node, ConvolutionPass pass,
                               Interval (*model)(const ConvolutionCall&, ConvolutionPass)) {
  const auto point = convolution_call(node, Scenario::point);
  if (!point) return std::nullopt;
  const Interval usual = model(*point, pass);
  if (has_one_size(node)) return usual;
  const auto low = convolution_call(node, Scenario::low), high = convolution_call(node, Scenario::high);
  if (!low || !high) return std::nullopt;
  const Bytes likely = usual.point;
  return Interval{std::min(model(*low, pass).low, likely), likely, std::max(model(*high, pass).high, likely)};
}

}  // namespace

std::optional<Interval> cudnn_convolution(const graph::Node& node, ConvolutionPass pass, const Platform& platform) {
  if (!is_convolution(node)) return std::nullopt;
  const std::optional<Interval> likely = like_measured(platform) ? hopper(node, pass, hopper_workspace) : std::nullopt;
  if (likely && platform.measured()) return *likely;
  const Interval any = volta_workspace(node, pass, platform);
  return likely ? beside_other(*likely, any) : any;
}

std::optional<Interval> cudnn_candidates(const graph::Node& node, ConvolutionPass pass, const Platform& platform) {
  const std::optional<Interval> chosen = cudnn_convolution(node, pass, platform);
  if (!chosen) return std::nullopt;
  const std::optional<Interval> tried = like_measured(platform) ? hopper(node, pass, hopper_trial) : std::nullopt;
  if (!tried) return Interval{chosen->point, chosen->high, chosen->high};
  return platform.measured() ? *tried : beside_other(*tried, *chosen);
}

}  // namespace vramlint::memory
