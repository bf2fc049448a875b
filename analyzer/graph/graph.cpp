#include "graph/graph.h"

#include <algorithm>

namespace vramlint::graph {

bool Graph::makes_state(const Node& node) const {
  const auto is_fresh = [](const Output& output) { return output.alias == Output::Alias::fresh; };
  const auto is_state = [&](TensorId result) { return storages[tensors[result].storage].kind == StorageKind::state; };
  return !node.results.empty() && std::all_of(node.outputs.begin(), node.outputs.end(), is_fresh) &&
         std::all_of(node.results.begin(), node.results.end(), is_state);
}

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
