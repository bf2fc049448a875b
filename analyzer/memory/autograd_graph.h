// What autograd records: nodes, the edges their gradients flow along, and the storages they keep for backward.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "memory/storage_table.h"

namespace vramlint::memory {

using NodeIndex = uint32_t;
inline constexpr NodeIndex kNoNode = std::numeric_limits<NodeIndex>::max();
/// Of a node that a checkpointed segment makes again nothing for.
inline constexpr size_t kNoPlace = std::numeric_limits<size_t>::max();

/// Where a gradient goes: the node that made the tensor, and which of its outputs the tensor was.
struct Edge {
  NodeIndex node = kNoNode;
  int output = 0;
  explicit operator bool() const { return node != kNoNode; }
};

/// What a node is the history of.
enum class Recorded : uint8_t {
  call,   ///< of what an operator makes, or a leaf
  again,  ///< of gradients that the backward of such a call made with create_graph
  sum     ///< of two such gradients added up
};

/// A recorded operator call, or the AccumulateGrad of a leaf. Of `again` the edges lead to the histories of the
/// gradients that came in, then to those of the call's operands.
struct AutogradNode {
  Recorded recorded = Recorded::call;
  const graph::Node* source = nullptr;  ///< null for AccumulateGrad
  graph::TensorId leaf = 0;             ///< of AccumulateGrad
  uint64_t sequence = 0;                ///< AccumulateGrad comes before all others (accumulate_grad.cpp [1.13.1])
  std::vector<Edge> edges;              ///< one per operand; none where no gradient is wanted
  std::vector<StorageRef> saved;
  std::vector<StorageRef> held;  ///< what its program uses beyond that: Python's, kept as long
  /// CopySlices (torch/csrc/autograd/functions/tensor.cpp): the call wrote through a view of a tensor of this type, and
  /// this node is that tensor's history.
  std::optional<graph::TensorType> base;
  /// AsStridedBackward: the history that a view gets when its base, of this type, was written through a view. Its one
  /// edge leads to the base's.
  std::optional<graph::TensorType> seen;
  std::vector<StorageRef> variable;  ///< of AccumulateGrad: the leaf and its .grad, where nothing else holds them
  size_t place = 0;                  ///< among the nodes of its segment that save something; kNoPlace: it does not
  int references = 0;                ///< tensors it made that are alive, and edges of nodes that are alive

  size_t outputs() const {
    if (!source || recorded == Recorded::sum) return 1;
    return recorded == Recorded::again ? source->inputs.size() : source->results.size();
  }
};

/// A node lives while a tensor it made or a node after it lives; what it saved goes with it at the latest.
class AutogradGraph {
 public:
  NodeIndex record(const graph::Node& source, std::vector<Edge> edges, std::vector<StorageRef> saved,
                   std::vector<StorageRef> held = {});
  Edge accumulate(graph::TensorId leaf);  ///< the leaf's AccumulateGrad, made when it is not alive
  /// The leaf's AccumulateGrad, if it is alive; what the leaf's number means from now on is another leaf.
  NodeIndex part(graph::TensorId leaf);
  /// AccumulateGrad holds its variable (torch/csrc/autograd/functions/accumulate_grad.h [1.13.1], [2.4]).
  void keep_leaf(NodeIndex node, const StorageRef& leaf, const StorageRef& gradient) {
    if (nodes_[node].references > 0) nodes_[node].variable = {leaf, gradient};
  }
  void retain(NodeIndex node) { ++nodes_[node].references; }
  void release(NodeIndex node);
  void release_saved(NodeIndex node) {
    nodes_[node].saved.clear();
    nodes_[node].held.clear();
  }
  std::vector<StorageRef>& saved(NodeIndex node) { return nodes_[node].saved; }
  void set_saved(NodeIndex node, std::vector<StorageRef> saved) { nodes_[node].saved = std::move(saved); }
  void set_base(NodeIndex node, graph::TensorType base) { nodes_[node].base = std::move(base); }
  void set_seen(NodeIndex node, graph::TensorType base) { nodes_[node].seen = std::move(base); }
  void set_recorded(NodeIndex node, Recorded recorded) { nodes_[node].recorded = recorded; }
  void set_place(NodeIndex node, size_t place) { nodes_[node].place = place; }

  const AutogradNode& operator[](NodeIndex node) const { return nodes_[node]; }
  size_t size() const { return nodes_.size(); }
  /// Bytes of the distinct storages that living nodes keep, parameters, buffers and inputs excepted.
  Interval saved_bytes(const StorageTable& storages) const;

 private:
  std::vector<AutogradNode> nodes_;
  std::unordered_map<graph::TensorId, NodeIndex> leaves_;  // looked up only
  std::vector<NodeIndex> dying_;
};

}  // namespace vramlint::memory
