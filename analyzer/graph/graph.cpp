#include "graph/graph.h"

namespace vramlint::graph {

int64_t Graph::parameter_count(bool trainable_only) const {
  int64_t count = 0;
  for (const Parameter& parameter : parameters) {
    const Tensor& tensor = tensors[parameter.tensor];
    if (parameter.buffer || (trainable_only && !tensor.requires_grad)) continue;
    count += tensor.type.numel();
  }
  return count;
}

Interval Graph::parameter_bytes() const {
  Interval bytes;
  for (const Parameter& parameter : parameters) {
    if (!parameter.buffer) bytes += tensors[parameter.tensor].type.bytes();
  }
  return bytes;
}

}  // namespace vramlint::graph
