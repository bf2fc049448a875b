#include "memory/autograd_graph.h"

#include <utility>

#include "base/check.h"

namespace vramlint::memory {

NodeIndex AutogradGraph::record(const graph::Node& source, std::vector<Edge> edges, std::vector<StorageRef> saved,
                                std::vector<StorageRef> held) {
  const auto index = static_cast<NodeIndex>(nodes_.size());
  for (const Edge& edge : edges) {
    if (edge) retain(edge.node);
  }
  AutogradNode node;
  node.source = &source;
  node.sequence = index;
  node.edges = std::move(edges);
  node.saved = std::move(saved);
  node.held = std::move(held);
  nodes_.push_back(std::move(node));
  return index;
}

Edge AutogradGraph::accumulate(graph::TensorId leaf) {
  const auto known = leaves_.find(leaf);
  if (known != leaves_.end()) return {known->second, 0};  // perhaps of the same call: `x.view_as(x)` has two such edges
  const auto index = static_cast<NodeIndex>(nodes_.size());
  AutogradNode node;
  node.leaf = leaf;
  node.sequence = std::numeric_limits<uint64_t>::max();
  nodes_.push_back(std::move(node));
  leaves_[leaf] = index;
  return {index, 0};
}

NodeIndex AutogradGraph::part(graph::TensorId leaf) {
  const auto known = leaves_.find(leaf);
  if (known == leaves_.end()) return kNoNode;
  const NodeIndex node = known->second;
  leaves_.erase(known);
  return node;
}

/// Not recursive: a graph may be a chain of many thousand nodes.
void AutogradGraph::release(NodeIndex node) {
  dying_.push_back(node);
  while (!dying_.empty()) {
    const NodeIndex index = dying_.back();
    AutogradNode& current = nodes_[index];
    dying_.pop_back();
    VRAMLINT_CHECK(current.references > 0, "an autograd node was released twice");
    if (--current.references > 0) continue;
    if (const auto known = leaves_.find(current.leaf); !current.source && known != leaves_.end())
      if (known->second == index) leaves_.erase(known);
    current.variable.clear();
    current.saved.clear();
    current.held.clear();
    for (const Edge& edge : current.edges) {
      if (edge) dying_.push_back(edge.node);
    }
    current.edges.clear();
  }
}

Interval AutogradGraph::saved_bytes(const StorageTable& storages) const {
  std::vector<bool> seen(storages.size());
  Interval total;
  for (const AutogradNode& node : nodes_) {
    for (const StorageRef& storage : node.saved) {
      if (seen[storage.index()]) continue;
      seen[storage.index()] = true;
      const StorageTable::Entry& entry = storages[storage.index()];
      if (entry.kind == graph::StorageKind::intermediate) total += entry.bytes;
    }
  }
  return total;
}

}  // namespace vramlint::memory
