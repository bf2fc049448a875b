// What the effects since a mark hold.
#include <algorithm>

#include "model/builder.h"
#include "model/tensor.h"

namespace vramlint::model {

namespace {

/// Bytes of the leaves that require gradients since then, less those that do not any more: backward makes as much.
int64_t newly_trained(const TensorChanges& changes, const BranchMark& then) {
  int64_t bytes = 0;
  std::unordered_set<const Tensor*> seen;
  for (size_t i = then.changes; i < changes.size(); ++i) {
    const TensorChange& change = changes[i];
    const TensorState& before = change.before;
    if (!change.tensor || !before.leaf || !change.tensor->leaf || !seen.insert(change.tensor).second) continue;
    bytes += (int64_t{change.tensor->requires_grad} - int64_t{before.requires_grad}) * before.type.bytes().point.count;
  }
  return bytes;
}

}  // namespace

/// What a backward pass or an optimizer makes is there only when it is simulated: it is taken to be of the leaves'
/// size.
int64_t Builder::cost_since(size_t mark) {
  const BranchMark& then = marks_[mark];
  Bytes total;
  for (size_t i = then.storages; i < graph.storages.size(); ++i) total += graph.storages[i].bytes.point;
  total.count += newly_trained(changes, then);
  const auto makes_more = [](const graph::Event& event) {
    return std::holds_alternative<graph::Backward>(event) || std::holds_alternative<graph::OptimizerStep>(event);
  };
  if (open_.size() != then.open) return total.count;
  const auto first = events().begin() + static_cast<std::ptrdiff_t>(then.events);
  const auto passes = std::count_if(first, events().end(), makes_more);
  if (passes == 0) return total.count;
  for (const graph::Tensor& leaf : graph.tensors) {
    if (leaf.leaf && leaf.requires_grad) total.count += passes * leaf.type.bytes().point.count;
  }
  return total.count;
}

int64_t Builder::kept_since(size_t mark) {
  const BranchMark& then = marks_[mark];
  const auto is_saved = [](const graph::Event& event) {
    const auto* node = std::get_if<graph::Node>(&event);
    return node && node->recorded;
  };
  // What autograd has kept goes with the last result that needs it.
  const auto has_history = [&](graph::TensorId tensor) {
    return tensor >= then.tensors && graph.tensors[tensor].requires_grad && !graph.tensors[tensor].leaf;
  };
  const auto first = events().begin() + static_cast<std::ptrdiff_t>(then.events);
  const bool is_graph = std::any_of(first, events().end(), is_saved) && std::ranges::any_of(live(), has_history);
  if (open_.size() != then.open || is_graph) return cost_since(mark);
  int64_t bytes = 0;
  for (const auto& [storage, tensors] : on_storage_)
    if (storage >= then.storages && !tensors.empty()) bytes += graph.storages[storage].bytes.point.count;
  std::unordered_set<graph::StorageId> gone;
  for (auto event = first; event != events().end(); ++event) {
    const auto* drop = std::get_if<graph::Drop>(&*event);
    if (!drop || graph.tensors[drop->tensor].requires_grad) continue;
    const graph::StorageId storage = graph.tensors[drop->tensor].storage;
    if (storage < then.storages && on_storage(storage).empty() && gone.insert(storage).second)
      bytes -= graph.storages[storage].bytes.point.count;
  }
  return std::max<int64_t>(bytes, 0);
}

interp::Effects::Standing Builder::standing() const {
  const auto is_saved = [](const graph::Event& event) {
    return std::holds_alternative<graph::Node>(event) && std::get<graph::Node>(event).recorded;
  };
  const auto saved = std::count_if(graph.events.begin(), graph.events.end(), is_saved) + backwards + optimizer_steps +
                     made_parameters;  // which a network that the program puts together keeps
  Standing now{recorded() + applied, open_.size() + static_cast<size_t>(saved), 0};
  for (const auto& [storage, tensors] : on_storage_)
    if (!tensors.empty()) now.held += graph.storages[storage].bytes.point.count;
  return now;
}

bool Builder::trains_since(size_t mark) {
  const BranchMark& then = marks_[mark];
  if (open_.size() != then.open) return false;
  return std::any_of(
      events().begin() + static_cast<std::ptrdiff_t>(then.events), events().end(), [](const auto& event) {
        return std::holds_alternative<graph::Backward>(event) || std::holds_alternative<graph::OptimizerStep>(event);
      });
}

}  // namespace vramlint::model
