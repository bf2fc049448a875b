#include "memory/engine.h"

#include <algorithm>
#include <utility>

namespace vramlint::memory {

std::vector<Gradient> Engine::run(BackwardPass pass) {
  Run run{pass, std::vector<int>(autograd_.size()), std::vector<std::vector<Gradient>>(autograd_.size()), {}, {}, {}};
  run.wanted.resize(pass.wanted.size());
  const std::vector<NodeIndex> reached = count_dependencies(run);
  if (!pass.wanted.empty()) find_needed(run, reached);
  for (const BackwardPass::Root& root : pass.roots) {
    if (root.edge) hand_on(run, root.edge, root.gradient);  // the caller keeps it
  }
  while (!run.ready.empty()) {
    std::pop_heap(run.ready.begin(), run.ready.end());
    const NodeIndex node = run.ready.back().node;
    run.ready.pop_back();
    run_node(run, node);
  }
  return std::move(run.wanted);
}

/// Every node that the roots lead to, each behind one that leads to it.
std::vector<NodeIndex> Engine::count_dependencies(Run& run) const {
  std::vector<bool> seen(autograd_.size());
  std::vector<NodeIndex> reached, open;
  auto meet = [&](const Edge& edge) {
    if (!edge) return;
    ++run.dependencies[edge.node];
    if (seen[edge.node]) return;
    seen[edge.node] = true;
    open.push_back(edge.node);
  };
  for (const BackwardPass::Root& root : run.pass.roots) meet(root.edge);
  while (!open.empty()) {
    reached.push_back(open.back());
    open.pop_back();
    for (const Edge& edge : autograd_[reached.back()].edges) meet(edge);
  }
  return reached;
}

/// GraphTask::init_to_execute of torch/csrc/autograd/engine.cpp [2.4]: a node runs when what it hands on is wanted, or
/// leads to a node that runs. Nodes are numbered in the order of recording, so those after a node have lower numbers;
/// leaves have no edges.
void Engine::find_needed(Run& run, const std::vector<NodeIndex>& reached) const {
  run.needed.assign(autograd_.size(), false);
  std::vector<bool> leads(autograd_.size());
  for (const Edge& edge : run.pass.wanted) {
    if (edge) leads[edge.node] = true;
  }
  std::vector<NodeIndex> sorted = reached;
  std::sort(sorted.begin(), sorted.end(), [this](NodeIndex a, NodeIndex b) {
    const bool leaf_a = !autograd_[a].source, leaf_b = !autograd_[b].source;
    return leaf_a != leaf_b ? leaf_a : a < b;
  });
  for (const NodeIndex node : sorted) {
    for (const Edge& edge : autograd_[node].edges) {
      if (edge && leads[edge.node]) run.needed[node] = true;
    }
    if (run.needed[node]) leads[node] = true;
  }
}

void Engine::keep_wanted(Run& run, NodeIndex node, const std::vector<Gradient>& incoming) {
  for (size_t i = 0; i < run.pass.wanted.size(); ++i) {
    const Edge& edge = run.pass.wanted[i];
    if (edge && edge.node == node) run.wanted[i] = incoming.at(static_cast<size_t>(edge.output));
  }
}

/// The order of evaluate_function: the kernel runs, the incoming gradients go, what the node saved goes, and only then
/// do the new gradients reach the next nodes and are added up there.
void Engine::run_node(Run& run, NodeIndex node) {
  std::vector<Gradient> incoming = std::exchange(run.arrived[node], {});
  if (!run.pass.wanted.empty()) {
    keep_wanted(run, node, incoming);
    if (!run.needed[node]) return;
  }
  if (!autograd_[node].source) return leaves_.accumulate(autograd_[node].leaf, std::move(incoming[0]));
  program_.storages.reach(*autograd_[node].source);
  const std::vector<Gradient> came = run.pass.create_graph ? incoming : std::vector<Gradient>();
  std::vector<Gradient> outgoing = gradients_of(node, std::move(incoming), run.pass.retain_graph);
  if (run.pass.create_graph) outgoing = with_history(node, came, std::move(outgoing));
  if (!run.pass.retain_graph) autograd_.release_saved(node);
  const std::vector<Edge> edges = autograd_[node].edges;
  for (size_t i = 0; i < edges.size(); ++i) {
    if (edges[i]) hand_on(run, edges[i], std::move(outgoing[i]));
  }
}

std::vector<Gradient> Engine::gradients_of(NodeIndex node, std::vector<Gradient> incoming, bool retain) {
  if (autograd_[node].recorded == Recorded::sum)
    return std::vector<Gradient>(autograd_[node].edges.size(), incoming[0]);
  if (autograd_[node].recorded == Recorded::again) return again(node, incoming);
  if (autograd_[node].seen) return {whole_of_view(node, incoming)};
  const graph::Node& source = *autograd_[node].source;
  player_.before_backward(source);
  if (source.backward) return player_.play_backward(node, std::move(incoming));
  if (source.segment) player_.recompute(node);
  if (autograd_[node].base) return through_view(node, std::move(incoming));
  return program_.run(source, std::move(incoming), retain ? nullptr : &autograd_.saved(node));
}

/// as_strided_backward: zeros of the base's size, into which the view's gradient is copied (FunctionsManual.cpp, 1.13
/// to 2.4).
Gradient Engine::whole_of_view(NodeIndex node, const std::vector<Gradient>& incoming) {
  if (!incoming[0]) return {};
  const graph::TensorType& base = *autograd_[node].seen;
  const graph::TensorType dense = graph::contiguous(base.dtype, base.shape);
  return make_gradient(program_.storages.make(dense.bytes(), incoming[0]->storage.label()), dense);
}

/// CopySlices::apply: the gradient of the whole tensor is cloned, of the clone the written part; what the call's own
/// backward says of that part is copied back into the first clone, which goes on.
std::vector<Gradient> Engine::through_view(NodeIndex node, std::vector<Gradient> incoming) {
  const graph::Node& source = *autograd_[node].source;
  auto clone = [&](const graph::TensorType& type) {
    const graph::TensorType dense = graph::contiguous(type.dtype, type.shape);
    return make_gradient(program_.storages.make(dense.bytes(), incoming[0]->storage.label()), dense);
  };
  if (!incoming[0]) return std::vector<Gradient>(source.inputs.size());
  Gradient whole = clone(*autograd_[node].base);
  std::vector<Gradient> outgoing;
  {
    const std::vector<Gradient> part = {clone(source.outputs[0].type)};
    outgoing = program_.run(source, part, nullptr);
  }
  outgoing[static_cast<size_t>(source.outputs[0].operand)] = std::move(whole);
  return outgoing;
}

void Engine::hand_on(Run& run, const Edge& edge, Gradient gradient) {
  std::vector<Gradient>& buffer = run.arrived[edge.node];
  if (buffer.empty()) buffer.resize(autograd_[edge.node].outputs());
  Gradient& held = buffer[static_cast<size_t>(edge.output)];
  if (!held) {
    held = std::move(gradient);
  } else if (const AutogradNode& to = autograd_[edge.node];
             gradient && !to.source && (leaves_.is_sparse(to.leaf, held) || leaves_.is_sparse(to.leaf, gradient))) {
    held = leaves_.sum_of_sparse(to.leaf, held, gradient);
  } else if (gradient) {
    accumulate(run, held, std::move(gradient));
  }
  if (--run.dependencies[edge.node] == 0) push(run, edge.node);
}

/// torch/csrc/autograd/input_buffer.cpp: [1.13.1] always makes a new sum; [2.0] and later add to the tensor held when
/// nothing else references it or its storage and it is dense. What a view is of references its storage.
/// With create_graph the sum is a new tensor in any case (GradMode there).
void Engine::accumulate(Run& run, Gradient& held, Gradient incoming) {
  const bool owned =
      held.use_count() == 1 && held->storage.sole() && !held->view && held->type.dense() && !run.pass.create_graph;
  if (program_.torch.accumulates_in_place && owned) return;
  const graph::TensorType& type = held->type.dense() || !incoming->type.dense() ? held->type : incoming->type;
  const graph::TensorType sum = graph::like(type, held->type.dtype);
  Edge history;
  if (held->history || incoming->history)
    history = {record(held->history ? held->history.node : incoming->history.node, Recorded::sum,
                      {held->history, incoming->history}, {}),
               0};
  held = std::make_shared<const GradientTensor>(
      GradientTensor{program_.storages.make(sum.bytes(), held->storage.label()), sum, false, history});
}

void Engine::push(Run& run, NodeIndex node) {
  run.ready.push_back({autograd_[node].sequence, node});
  std::push_heap(run.ready.begin(), run.ready.end());
}

}  // namespace vramlint::memory
