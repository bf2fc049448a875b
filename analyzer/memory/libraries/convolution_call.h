// A convolution as its library sees it: with a batch, in known sizes.
#pragma once

#include <compare>
#include <optional>
#include <vector>

#include "graph/graph.h"
#include "memory/scenario.h"

namespace vramlint::memory {

struct ConvolutionCall {
  std::vector<int64_t> input, filter, output;  ///< shapes
  std::vector<int64_t> stride, dilation;
  int64_t groups = 1;
  bool transposed = false, channels_last = false;
  graph::Dtype dtype = graph::Dtype::float32;

  bool half() const { return dtype == graph::Dtype::float16 || dtype == graph::Dtype::bfloat16; }
  int64_t dims() const { return static_cast<int64_t>(filter.size()) - 2; }
  int64_t kernel() const;         ///< elements of the filter a pair of channels
  int64_t input_places() const;   ///< of one image
  int64_t output_places() const;  ///< of one image
  int64_t bytes() const;          ///< of input, filter and output
  auto operator<=>(const ConvolutionCall&) const = default;
};

int64_t product(const std::vector<int64_t>& numbers);  ///< saturates
int64_t saturating_sum(int64_t left, int64_t right);   ///< of numbers >= 0

bool is_convolution(const graph::Node& node);
/// With the sizes of that scenario; empty for what is no convolution.
std::optional<ConvolutionCall> convolution_call(const graph::Node& node, Scenario scenario);

}  // namespace vramlint::memory
