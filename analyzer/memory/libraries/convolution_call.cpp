#include "memory/libraries/convolution_call.h"

#include <algorithm>
#include <limits>

#include "graph/operator_name.h"

namespace vramlint::memory {

namespace {

constexpr size_t kStride = 3, kGroups = 6;  // schema positions, transposed or not
constexpr size_t kDilation = 5, kTransposedDilation = 7;

std::vector<int64_t> sizes(const graph::TensorType& type, Scenario scenario) {
  std::vector<int64_t> result;
  result.reserve(type.shape.size() + 1);  // a batch may come before them
  for (const graph::Dim& dim : type.shape) {
    const int64_t size = scenario == Scenario::low ? dim.low : scenario == Scenario::high ? dim.high : dim.point;
    result.push_back(std::max<int64_t>(size, 1));
  }
  return result;
}

int64_t places(const std::vector<int64_t>& shape) { return product({shape.begin() + 2, shape.end()}); }

}  // namespace

int64_t product(const std::vector<int64_t>& numbers) {
  int64_t result = 1;
  for (const int64_t number : numbers) result = saturating_product(result, number);
  return result;
}

int64_t saturating_sum(int64_t left, int64_t right) {
  const int64_t room = std::numeric_limits<int64_t>::max() - left;
  return left + std::min(right, room);
}

int64_t ConvolutionCall::kernel() const { return places(filter); }
int64_t ConvolutionCall::input_places() const { return places(input); }
int64_t ConvolutionCall::output_places() const { return places(output); }

int64_t ConvolutionCall::bytes() const {
  const int64_t elements = saturating_sum(saturating_sum(product(input), product(filter)), product(output));
  return saturating_product(elements, graph::size_of(dtype));
}

bool is_convolution(const graph::Node& node) {
  if (node.call.args.size() <= kGroups) return false;
  const std::string_view name = operator_name(*node.call.op);
  return name.starts_with("conv1d") || name.starts_with("conv2d") || name.starts_with("conv3d") ||
         name.starts_with("conv_transpose");
}

std::optional<ConvolutionCall> convolution_call(const graph::Node& node, Scenario scenario) {
  if (!is_convolution(node)) return std::nullopt;
  const graph::TensorType& output = node.outputs.at(0).type;
  ConvolutionCall call;
  call.input = sizes(node.call.operand(0).type, scenario);
  call.filter = sizes(node.call.operand(1).type, scenario);
  call.output = sizes(output, scenario);
  if (call.filter.size() < 3) return std::nullopt;
  for (std::vector<int64_t>* shape : {&call.input, &call.output}) {
    if (shape->size() + 1 == call.filter.size()) shape->insert(shape->begin(), 1);
    if (shape->size() != call.filter.size()) return std::nullopt;
  }
  call.transposed = operator_name(*node.call.op).starts_with("conv_transpose");
  call.stride = node.call.ints(kStride);
  call.dilation = node.call.ints(call.transposed ? kTransposedDilation : kDilation);
  call.groups = std::max<int64_t>(node.call.integer(kGroups), 1);
  const bool lies_alike = call.output[1] == 1;  // in both layouts: then the input says which it is
  call.channels_last = output.channels_last() || (lies_alike && node.call.operand(0).type.channels_last());
  call.dtype = node.call.operand(0).type.dtype;
  return call;
}

}  // namespace vramlint::memory
