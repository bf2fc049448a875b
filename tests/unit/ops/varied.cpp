#include "varied.h"

namespace vramlint::ops {

namespace {

graph::Call with(graph::Call call, size_t operand, graph::Shape shape) {
  graph::TensorType& type = call.operands[operand].type;
  type = graph::contiguous(type.dtype, std::move(shape));
  return call;
}

}  // namespace

std::vector<graph::Call> varied(const graph::Op& op) {
  std::vector<graph::Call> calls;
  std::vector<graph::Call> samples = op.samples();
  samples.resize(2);
  for (const graph::Call& sample : samples) {
    for (size_t i = 0; i < sample.operands.size(); ++i) {
      graph::Shape larger = sample.operands[i].type.shape;
      if (larger.empty()) continue;
      larger.back() = larger.back().point + 1;
      calls.push_back(with(sample, i, larger));
      const graph::Shape& whole = sample.operands[i].type.shape;
      calls.push_back(with(sample, i, {whole.begin() + 1, whole.end()}));
    }
  }
  return calls;
}

}  // namespace vramlint::ops
