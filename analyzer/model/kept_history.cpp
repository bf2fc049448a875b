#include "model/kept_history.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace vramlint::model {
namespace {

const graph::Node* recorded_at(const Builder& builder, size_t event) {
  const auto* node = std::get_if<graph::Node>(&builder.graph.events[event]);
  return node && node->recorded ? node : nullptr;
}

/// The recorded nodes, by their place among the events, that lead to what is live.
class Ancestors {
 public:
  Ancestors(const Builder& builder, size_t begin) : builder_(builder) {
    for (size_t event = begin; event < builder.graph.events.size(); ++event)
      if (const graph::Node* node = recorded_at(builder, event))
        for (const graph::TensorId result : node->results) makers_[result] = event;
    for (const graph::TensorId tensor : builder.live()) visit(tensor);
    while (!open_.empty()) {
      const size_t event = open_.back();
      open_.pop_back();
      for (const graph::TensorId input : recorded_at(builder_, event)->inputs) visit(input);
    }
  }

  /// Saved by those between these places, each storage once.
  Bytes saved(size_t begin, size_t end) const {
    Bytes bytes;
    std::unordered_set<graph::StorageId> counted;
    for (const size_t event : found_)
      if (event >= begin && event < end) add(*recorded_at(builder_, event), counted, bytes);
    return bytes;
  }
  size_t last() const { return found_.empty() ? 0 : *std::max_element(found_.begin(), found_.end()); }

 private:
  void visit(graph::TensorId tensor) {
    const auto maker = makers_.find(tensor);
    if (maker != makers_.end() && found_.insert(maker->second).second) open_.push_back(maker->second);
  }
  void add(const graph::Node& node, std::unordered_set<graph::StorageId>& counted, Bytes& bytes) const {
    if (!node.call.op || !node.call.op->saves) return;
    const graph::Saved saved = node.call.op->saves(node.call, node.outputs, builder_.torch);
    const auto count = [&](graph::TensorId tensor) {
      const graph::StorageId storage = builder_.graph.tensors[tensor].storage;
      const graph::Storage& held = builder_.graph.storages[storage];
      const bool lasts = held.kind == graph::StorageKind::parameter || held.kind == graph::StorageKind::buffer;
      if (!lasts && counted.insert(storage).second) bytes += held.bytes.point;
    };
    for (const int operand : saved.operands) count(node.inputs.at(static_cast<size_t>(operand)));
    for (const int output : saved.outputs) count(node.results.at(static_cast<size_t>(output)));
    for (const auto& extra : saved.extras) bytes += extra.bytes.point;
  }

  const Builder& builder_;
  std::unordered_map<graph::TensorId, size_t> makers_;
  std::unordered_set<size_t> found_;
  std::vector<size_t> open_;
};

}  // namespace

bool records_history(const Builder& builder, const std::vector<BetweenTurns>& turns) {
  if (turns.size() < 2) return false;
  for (size_t event = turns[turns.size() - 2].events; event < builder.graph.events.size(); ++event)
    if (recorded_at(builder, event)) return true;
  return false;
}

std::optional<KeptHistory> history_kept(Builder& builder, const std::vector<BetweenTurns>& turns) {
  if (turns.size() < 4) return std::nullopt;
  const auto begin = [&](size_t turn) { return turns[turns.size() - 1 - turn].events; };  // so many turns ago
  const Ancestors found(builder, begin(3));
  const Bytes last = found.saved(begin(1), begin(0)), before = found.saved(begin(2), begin(1));
  if (last == Bytes(0) || last != before || found.saved(begin(3), begin(2)) == Bytes(0)) return std::nullopt;
  const graph::Node* made = recorded_at(builder, found.last());
  const std::vector<Tensor*>& on_it = builder.on_storage(builder.graph.tensors[made->results.front()].storage);
  return KeptHistory{last, made->span, on_it.empty() ? nullptr : on_it.front()};
}

}  // namespace vramlint::model
