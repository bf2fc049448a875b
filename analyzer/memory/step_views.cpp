// What was written through a view is part of the history of every tensor that shares the storage: the tensor viewed
// gets a node of its own, CopySlices, which comes before what the tensor was made by.
#include <utility>

#include "memory/step.h"

namespace vramlint::memory {

namespace {

std::vector<std::vector<graph::TensorId>> by_storage(const graph::Graph& graph) {
  std::vector<std::vector<graph::TensorId>> sharing(graph.storages.size());
  for (size_t tensor = 0; tensor < graph.tensors.size(); ++tensor) {
    sharing[graph.tensors[tensor].storage].push_back(static_cast<graph::TensorId>(tensor));
  }
  return sharing;
}

}  // namespace

/// Smaller views than the one written keep their history: programs that write take a new view to read.
void Step::rebase(const graph::Node& node, const std::vector<StorageRef>& kept) {
  if (node.outputs.empty() || node.outputs[0].alias != graph::Output::Alias::in_place) return;
  if (sharing_.empty()) sharing_ = by_storage(graph_);
  const auto operand = static_cast<size_t>(node.outputs[0].operand);
  const graph::TensorId written = node.inputs[operand], result = node.results[0];
  for (const graph::TensorId other : sharing_[graph_.tensors[written].storage]) {
    const bool concerned = other != written && other != result && live_[other].storage &&
                           graph_.tensors[other].type.numel() >= graph_.tensors[written].type.numel();
    if (!concerned) continue;
    std::vector<Edge> edges;
    for (size_t i = 0; i < node.inputs.size(); ++i) edges.push_back(edge_of(i == operand ? other : node.inputs[i]));
    const NodeIndex index = autograd_.record(node, std::move(edges), kept);
    autograd_.set_base(index, graph_.tensors[other].type);
    autograd_.retain(index);
    if (const Edge before = std::exchange(live_[other].made_by, {index, 0})) autograd_.release(before.node);
  }
}

}  // namespace vramlint::memory
