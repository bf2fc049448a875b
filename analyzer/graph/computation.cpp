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
    for (const Event& event : graph.events) {
      if (const auto* node = std::get_if<Node>(&event)) add(*node);
    }
  }

  std::vector<std::string> take() { return std::move(calls_); }

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

  void add(const Node& node) {
    if (only_renames(node)) {
      for (size_t i = 0; i < node.results.size(); ++i)
        renamed_[node.results[i]] = origin(node.inputs.at(static_cast<size_t>(node.outputs[i].operand)));
      return;
    }
    std::string call = graph_.modules[node.module] + " " + hash(node.call);
    for (const TensorId input : node.inputs) call += " " + std::to_string(number(input));
    call += " ->";
    for (const TensorId result : node.results) call += " " + std::to_string(number(result));
    calls_.push_back(std::move(call));
  }

  const Graph& graph_;
  std::unordered_map<TensorId, TensorId> renamed_;
  std::unordered_map<TensorId, uint32_t> numbers_;
  std::vector<std::string> calls_;
};

}  // namespace

bool same_computation(const Graph& left, const Graph& right) { return Calls(left).take() == Calls(right).take(); }

}  // namespace vramlint::graph
