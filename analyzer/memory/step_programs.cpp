// Backward, and the parts of it that are Python.
#include <algorithm>
#include <utility>

#include "memory/step.h"

namespace vramlint::memory {

void Step::play(const graph::Backward& backward) {
  if (depth_ == 0) {
    storages_.mark("backward");
    after_optimizer_ = false;
    const Interval now = autograd_.saved_bytes(storages_);
    saved_ = {std::max(saved_.low, now.low), std::max(saved_.point, now.point), std::max(saved_.high, now.high)};
  }
  BackwardPass pass;
  pass.retain_graph = backward.retain_graph;
  pass.create_graph = std::any_of(backward.results.begin(), backward.results.end(),
                                  [this](graph::TensorId made) { return graph_.tensors[made].requires_grad; });
  for (size_t i = 0; i < backward.roots.size(); ++i) {
    const Edge edge = edge_of(backward.roots[i]);
    if (edge) pass.roots.push_back({edge, root_gradient(backward, i)});
  }
  for (const graph::TensorId wanted : backward.wanted) pass.wanted.push_back(edge_of(wanted));
  const bool whole = depth_ == 0 && backward.wanted.empty();
  if (distribution_ && whole) distribution_->begin_backward();
  ++depth_;
  std::vector<Gradient> gradients = engine_.run(std::move(pass));
  --depth_;
  if (whole) workspaces_.after(CublasWorkspaces::Thread::backward);
  if (distribution_ && whole) distribution_->end_backward();
  for (size_t i = 0; i < backward.results.size(); ++i) {
    if (!gradients[i]) continue;
    hold(backward.results[i], gradients[i]->storage);
    if (const Edge history = gradients[i]->history) {
      autograd_.retain(history.node);
      live_[backward.results[i]].made_by = history;
    }
  }
  engine_.let_go_of_histories();
}

void Step::before_backward(const graph::Node& node) {
  if (distribution_) distribution_->before_backward(node);
  try_algorithms(node, ConvolutionPass::by_input);
  try_algorithms(node, ConvolutionPass::by_weight);
}

Gradient Step::root_gradient(const graph::Backward& backward, size_t root) {
  if (const auto given = backward.gradients.at(root))
    return make_gradient(storage_of(*given), graph_.tensors[*given].type);
  const graph::TensorType& type = graph_.tensors[backward.roots[root]].type;
  return make_gradient(storages_.make(type.bytes(), {.category = Category::gradient, .op = "ones_like"}), type);
}

// ---------------------------------------------------------------- programs

std::vector<StorageRef> Step::refs(const std::vector<graph::TensorId>& tensors) {
  std::vector<StorageRef> result;
  for (const graph::TensorId tensor : tensors) result.push_back(live_[tensor].storage);
  return result;
}

/// Tensors that the program uses and that Python no longer holds live on through what the node keeps.
std::vector<graph::TensorId> Step::lend(const graph::Program& program, const std::vector<StorageRef>& held) {
  std::vector<graph::TensorId> lent;
  for (size_t i = 0; i < program.captured.size(); ++i) {
    Live& tensor = live_[program.captured[i]];
    if (tensor.storage) continue;
    hold(program.captured[i],
         held[i] ? held[i]
                 : fresh(program.captured[i], {.category = Category::activation, .op = "captured by a program"}));
    lent.push_back(program.captured[i]);
  }
  return lent;
}

/// Gradients that did not come are zeros (torch/csrc/autograd/python_function.cpp, materialize_grads [2.4]).
void Step::give(const graph::Program& program, const std::vector<Gradient>& incoming) {
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    const graph::TensorType& type = graph_.tensors[program.inputs[i]].type;
    hold(program.inputs[i], incoming[i]
                                ? incoming[i]->storage
                                : storages_.make(type.bytes(), {.category = Category::gradient, .op = "zeros_like"}));
  }
}

/// Operands that Python says nothing of get no gradient.
std::vector<Gradient> Step::take_outputs(const graph::Program& program, size_t operands) {
  std::vector<Gradient> gradients;
  for (const auto& output : program.outputs) {
    const bool made = output && live_[*output].storage;
    gradients.push_back(made ? make_gradient(live_[*output].storage, graph_.tensors[*output].type) : nullptr);
  }
  gradients.resize(operands);
  return gradients;
}

void Step::leave(const graph::Program& program, const std::vector<graph::TensorId>& lent) {
  for (graph::TensorId tensor = program.first_tensor; tensor < program.end_tensor; ++tensor) drop(tensor);
  for (const graph::TensorId tensor : lent) live_[tensor].storage.reset();
}

std::vector<Gradient> Step::play_backward(NodeIndex node, std::vector<Gradient> incoming) {
  const graph::Program& program = graph_.programs[*autograd_[node].source->backward];
  const std::vector<graph::TensorId> lent = lend(program, autograd_[node].held);
  give(program, incoming);
  ++depth_;
  for (const graph::Event& event : program.events) std::visit([this](const auto& e) { play(e); }, event);
  --depth_;
  std::vector<Gradient> gradients = take_outputs(program, autograd_[node].edges.size());
  leave(program, lent);
  return gradients;
}

// ---------------------------------------------------------------- segments

/// A node of a segment keeps what the segment needs to run again, and nothing of its own. What is made again is told
/// apart by the order in which it is saved (torch/utils/checkpoint.py [2.4], _recomputation_hook.pack_hook): casts that
/// autocast had cached then, and makes again now, save nothing.
size_t Step::enter_segment(const graph::Node& node, std::vector<StorageRef>& kept, std::vector<StorageRef>& held) {
  const graph::Segment& segment = graph_.segments[*node.segment];
  SegmentState& state = segments_[*node.segment];
  if (kept.empty()) return kNoPlace;
  ++state.missing;
  kept = refs(segment.arguments);
  held = refs(graph_.programs[segment.again].captured);
  return state.asked++;
}

void Step::collect(std::vector<StorageRef>& kept) {
  if (kept.empty()) return;
  collecting_->missing -= collecting_->missing == 0 ? 0 : 1;
  collecting_->saves.push_back(std::exchange(kept, {}));
}

void Step::recompute(NodeIndex node) {
  const graph::Segment& segment = graph_.segments[*autograd_[node].source->segment];
  SegmentState& state = segments_[*autograd_[node].source->segment];
  const size_t place = autograd_[node].place;
  if (place == kNoPlace) return;
  if (!std::exchange(state.made, true)) make_again(segment, state, autograd_[node].held);
  if (place < state.saves.size()) autograd_.set_saved(node, std::exchange(state.saves[place], {}));
}

void Step::make_again(const graph::Segment& segment, SegmentState& state, const std::vector<StorageRef>& held) {
  const graph::Program& program = graph_.programs[segment.again];
  const std::vector<graph::TensorId> lent = lend(program, held);
  SegmentState* outer = std::exchange(collecting_, &state);
  ++depth_;
  for (const graph::Event& event : program.events) {
    if (context_.torch.checkpoint_stops_early && state.missing == 0) break;
    std::visit([this](const auto& e) { play(e); }, event);
  }
  --depth_;
  collecting_ = outer;
  leave(program, lent);
}

}  // namespace vramlint::memory
