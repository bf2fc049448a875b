// What was written through a view is part of the history of every tensor that shares the storage: the tensor viewed
// gets a node of its own, CopySlices, which comes before what the tensor was made by.
#include <algorithm>
#include <optional>
#include <utility>

#include "memory/step.h"

namespace vramlint::memory {

namespace {

struct Base {
  Edge edge;
  graph::TensorType type;
};

/// What a view with that history is a view of, through however many views; none where it is no view.
std::optional<Base> base_of(const AutogradGraph& autograd, const graph::Graph& graph, Edge edge) {
  std::optional<Base> base;
  while (edge) {
    const AutogradNode& node = autograd[edge.node];
    if (node.seen) return Base{node.edges[0], *node.seen};
    if (!node.source || node.base) break;
    const graph::Output& output = node.source->outputs.at(static_cast<size_t>(edge.output));
    if (output.alias != graph::Output::Alias::view || node.source->segment) break;
    const auto operand = static_cast<size_t>(output.operand);
    edge = node.edges.at(operand);
    base = Base{edge, graph.tensors[node.source->inputs[operand]].type};
  }
  return base;
}

}  // namespace

void Step::hold(graph::TensorId tensor, StorageRef storage) {
  live_[tensor].storage = std::move(storage);
  if (listed_[tensor]) return;
  listed_[tensor] = true;
  sharing_[graph_.tensors[tensor].storage].push_back(tensor);
}

std::vector<graph::TensorId> Step::sharing(graph::StorageId storage) {
  std::vector<graph::TensorId>& all = sharing_[storage];
  std::erase_if(all, [this](graph::TensorId tensor) {
    if (!live_[tensor].storage) listed_[tensor] = false;
    return !live_[tensor].storage;
  });
  std::sort(all.begin(), all.end());
  return all;
}

void Step::set_history(graph::TensorId tensor, NodeIndex made_by) {
  autograd_.retain(made_by);
  if (const Edge before = std::exchange(live_[tensor].made_by, {made_by, 0})) autograd_.release(before.node);
}

void Step::see_through(graph::TensorId view, const graph::Node& node, NodeIndex written,
                       const graph::TensorType& base) {
  const NodeIndex seen = autograd_.record(node, {{written, 0}}, {});
  autograd_.set_seen(seen, base);
  set_history(view, seen);
}

/// The call writes through a view that autograd knows as one: its base gets a new history whether or not Python still
/// holds it, and the view is seen anew from there (torch/csrc/autograd/variable.cpp, rebase_history and grad_fn, 1.13
/// to 2.4). False where it writes into something else.
bool Step::write_through_view(const graph::Node& node, const std::vector<Edge>& edges,
                              const std::vector<StorageRef>& kept) {
  if (node.outputs.empty() || node.outputs[0].alias != graph::Output::Alias::in_place) return false;
  const auto operand = static_cast<size_t>(node.outputs[0].operand);
  const graph::TensorId written = node.inputs[operand], result = node.results[0];
  const std::optional<Base> base = base_of(autograd_, graph_, live_[written].made_by);
  if (!base || !base->edge) return false;
  std::vector<Edge> onwards = edges;
  onwards[operand] = base->edge;
  const NodeIndex slices = autograd_.record(node, std::move(onwards), kept);
  autograd_.set_base(slices, base->type);
  autograd_.retain(slices);
  for (const graph::TensorId other : sharing(graph_.tensors[written].storage)) {
    const bool concerned = other != written && other != result && live_[other].storage && live_[other].made_by &&
                           graph_.tensors[other].type.numel() >= graph_.tensors[written].type.numel();
    if (!concerned) continue;
    const Edge& history = live_[other].made_by;
    const bool is_base = history.node == base->edge.node && history.output == base->edge.output;
    is_base ? set_history(other, slices) : see_through(other, node, slices, base->type);
  }
  see_through(result, node, slices, base->type);
  autograd_.release(slices);
  return true;
}

/// Smaller views than the one written keep their history: programs that write take a new view to read. So does a tensor
/// that `x.detach()` or `x.data` of it was written, and the other way round.
void Step::rebase(const graph::Node& node, const std::vector<StorageRef>& kept) {
  if (node.outputs.empty() || node.outputs[0].alias != graph::Output::Alias::in_place) return;
  const auto operand = static_cast<size_t>(node.outputs[0].operand);
  const graph::TensorId written = node.inputs[operand], result = node.results[0];
  for (const graph::TensorId other : sharing(graph_.tensors[written].storage)) {
    const bool concerned = other != written && other != result && live_[other].storage &&
                           graph_.tensors[other].detached == graph_.tensors[written].detached &&
                           graph_.tensors[other].type.numel() >= graph_.tensors[written].type.numel();
    if (!concerned) continue;
    std::vector<Edge> edges;
    for (size_t i = 0; i < node.inputs.size(); ++i) edges.push_back(i == operand ? edge_of(other) : edge_of(node, i));
    const NodeIndex index = autograd_.record(node, std::move(edges), kept);
    autograd_.set_base(index, graph_.tensors[other].type);
    autograd_.retain(index);
    if (const Edge before = std::exchange(live_[other].made_by, {index, 0})) autograd_.release(before.node);
  }
}

}  // namespace vramlint::memory
