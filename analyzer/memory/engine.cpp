#include "memory/engine.h"

#include <algorithm>
#include <utility>

namespace vramlint::memory {

void Engine::run(Edge root, Gradient gradient) {
  if (!root) return;
  dependencies_.assign(autograd_.size(), 0);
  arrived_.assign(autograd_.size(), {});
  count_dependencies(root.node);
  arrived_[root.node].resize(autograd_[root.node].outputs());
  arrived_[root.node][static_cast<size_t>(root.output)] = std::move(gradient);
  push(root.node);
  while (!ready_.empty()) {
    std::pop_heap(ready_.begin(), ready_.end());
    const NodeIndex node = ready_.back().node;
    ready_.pop_back();
    run_node(node);
  }
}

void Engine::count_dependencies(NodeIndex root) {
  std::vector<bool> seen(autograd_.size());
  std::vector<NodeIndex> open = {root};
  seen[root] = true;
  while (!open.empty()) {
    const NodeIndex node = open.back();
    open.pop_back();
    for (const Edge& edge : autograd_[node].edges) {
      if (!edge) continue;
      ++dependencies_[edge.node];
      if (seen[edge.node]) continue;
      seen[edge.node] = true;
      open.push_back(edge.node);
    }
  }
}

/// The order of evaluate_function: the kernel runs, the incoming gradients go, what the node saved goes, and only then
/// do the new gradients reach the next nodes and are added up there.
void Engine::run_node(NodeIndex node) {
  std::vector<Gradient> incoming = std::exchange(arrived_[node], {});
  const AutogradNode& record = autograd_[node];
  if (!record.source) return leaves_.accumulate(record.leaf, std::move(incoming[0]));
  workspaces_.before(CublasWorkspaces::Thread::backward, *record.source);
  std::vector<Gradient> outgoing = program_.run(*record.source, incoming);
  incoming.clear();
  autograd_.release_saved(node);
  for (size_t i = 0; i < record.edges.size(); ++i) {
    if (record.edges[i]) hand_on(record.edges[i], std::move(outgoing[i]));
  }
}

void Engine::hand_on(const Edge& edge, Gradient gradient) {
  std::vector<Gradient>& buffer = arrived_[edge.node];
  if (buffer.empty()) buffer.resize(autograd_[edge.node].outputs());
  Gradient& held = buffer[static_cast<size_t>(edge.output)];
  if (!held) {
    held = std::move(gradient);
  } else if (gradient) {
    accumulate(held, std::move(gradient));
  }
  if (--dependencies_[edge.node] == 0) push(edge.node);
}

/// torch/csrc/autograd/input_buffer.cpp: [1.13.1] always makes a new sum; [2.0] and later add to the tensor held when
/// nothing else references it or its storage and it is dense.
void Engine::accumulate(Gradient& held, Gradient incoming) {
  const bool owned = held.use_count() == 1 && held->storage.sole() && held->type.dense();
  if (program_.torch.accumulates_in_place && owned) return;
  const graph::TensorType& type = held->type.dense() || !incoming->type.dense() ? held->type : incoming->type;
  const graph::TensorType sum = graph::like(type, held->type.dtype);
  const Bytes bytes = pick(sum.bytes(), program_.scenario);
  held = make_gradient(program_.storages.make(bytes, held->storage.label()), sum);
}

void Engine::push(NodeIndex node) {
  ready_.push_back({autograd_[node].sequence, node});
  std::push_heap(ready_.begin(), ready_.end());
}

}  // namespace vramlint::memory
