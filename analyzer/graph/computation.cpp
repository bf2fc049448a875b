#include "graph/computation.h"

#include <algorithm>
#include <unordered_map>

#include "graph/hash.h"

namespace vramlint::graph {

namespace {

/// The step's own calls. What a checkpoint leaves behind besides them only renames tensors: a reentrant one is a
/// torch.autograd.Function whose backward runs a backward of its own, and it detaches what it is given
/// (torch/utils/checkpoint.py, CheckpointFunction and detach_variable [1.13.1], [2.4]).
class Calls {
 public:
  explicit Calls(const Graph& graph) : graph_(graph) {
    for (const Event& event : graph.events) std::visit(*this, event);
    for (const Optimizer& optimizer : graph.optimizers) add(optimizer);
  }

  std::vector<std::string> take() { return std::move(calls_); }

  void operator()(const Node& node) {
    if (only_renames(node)) {
      for (size_t i = 0; i < node.results.size(); ++i)
        renamed_[node.results[i]] = origin(node.inputs.at(static_cast<size_t>(node.outputs[i].operand)));
      return;
    }
    calls_.push_back(graph_.modules[node.module] + " " + hash(node.call) + listed(node.inputs) + " ->" +
                     listed(node.results));
  }
  void operator()(const Backward& backward) {
    calls_.push_back("backward" + listed(backward.roots) + " for" + listed(backward.wanted) + " ->" +
                     listed(backward.results));
  }
  void operator()(const ClipGradients& clip) {
    calls_.push_back("clip " + std::to_string(static_cast<int>(clip.kind)) + listed(clip.parameters));
  }
  void operator()(const ZeroGrad& zero) { calls_.push_back("zero_grad" + listed(zero.parameters)); }
  void operator()(const ReadGradient& read) { calls_.push_back("grad" + listed({read.leaf, read.result})); }
  void operator()(const SetGradient& set) { calls_.push_back("set grad" + listed({set.leaf, set.value})); }
  void operator()(const OptimizerStep& step) {
    calls_.push_back("step " + (step.optimizer ? std::to_string(*step.optimizer) : ""));
  }
  void operator()(const Input&) {}
  void operator()(const Drop&) {}
  void operator()(const EmptyCache&) {}

 private:
  bool only_renames(const Node& node) const {
    if (node.call.op->schema.starts_with("detach(")) return true;
    if (!node.backward || !node.call.op->schema.starts_with("_function(")) return false;
    const std::vector<Event>& again = graph_.programs[*node.backward].events;
    return std::any_of(again.begin(), again.end(),
                       [](const Event& event) { return std::holds_alternative<Backward>(event); });
  }

  TensorId origin(TensorId tensor) const {
    const auto found = renamed_.find(tensor);
    return found == renamed_.end() ? tensor : found->second;
  }
  /// By first use.
  uint32_t number(TensorId renamed) {
    const TensorId tensor = origin(renamed);
    return numbers_.try_emplace(tensor, static_cast<uint32_t>(numbers_.size())).first->second;
  }

  std::string listed(const std::vector<TensorId>& tensors) {
    std::string text;
    for (const TensorId tensor : tensors) text += " " + std::to_string(number(tensor));
    return text;
  }

  void add(const Optimizer& optimizer) {
    std::string call = optimizer.name;
    for (const auto& [name, value] : optimizer.options) call += " " + name + "=" + std::to_string(value);
    calls_.push_back(call + listed(optimizer.parameters));
  }

  const Graph& graph_;
  std::unordered_map<TensorId, TensorId> renamed_;
  std::unordered_map<TensorId, uint32_t> numbers_;
  std::vector<std::string> calls_;
};

}  // namespace

bool same_computation(const Graph& left, const Graph& right) { return Calls(left).take() == Calls(right).take(); }

std::vector<bool> storages_read(const Graph& graph) {
  std::vector<bool> read(graph.storages.size());
  const auto look = [&](const std::vector<Event>& events) {
    for (const Event& event : events) {
      const auto* node = std::get_if<Node>(&event);
      if (!node) continue;
      for (const TensorId input : node->inputs) read[graph.tensors[input].storage] = true;
    }
  };
  look(graph.events);
  for (const Program& program : graph.programs) look(program.events);
  return read;
}

size_t end_of_training(const Graph& graph) {
  const auto trains = [](const Event& event) {
    return std::holds_alternative<Backward>(event) || std::holds_alternative<OptimizerStep>(event);
  };
  const auto last = std::find_if(graph.events.rbegin(), graph.events.rend(), trains);
  return last == graph.events.rend() ? graph.events.size() : static_cast<size_t>(graph.events.rend() - last);
}

}  // namespace vramlint::graph
