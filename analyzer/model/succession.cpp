#include "model/succession.h"

#include <algorithm>
#include <optional>

#include "model/placement.h"

namespace vramlint::model {

namespace {

using graph::TensorId;

class Succession {
 public:
  Succession(Builder& builder, const FirstRound& first) : builder_(builder), graph_(builder.graph), first_(first) {
    for (size_t i = 0; i < first_.events; ++i)
      if (!lets_go_of_former(i)) common_.push_back(i);
  }

  void carry() {
    size_t since = 0;
    for (size_t i = first_.events; i < graph_.events.size(); ++i) {
      const auto* drop = std::get_if<graph::Drop>(&graph_.events[i]);
      if (!drop || drop->tensor >= first_.tensors)
        ++since;
      else if (is_transient(builder_, drop->tensor))
        graph_.carried.push_back({drop->tensor, since < common_.size() ? common_[since] : first_.events});
    }
  }

  void name_successors(const std::unordered_set<TensorId>& live) {
    for (const graph::Parameter& each : graph_.parameters) {
      const std::optional<size_t> gone = each.buffer ? let_go(each.tensor) : std::nullopt;
      if (!gone) continue;
      if (graph::Carried* heir = find(each.tensor, [&](const auto& one) { return one.dropped_at == after(*gone); })) {
        heir->found_as = each.tensor;
      } else if (const auto* kept = find(each.tensor, [&](const auto& one) { return live.contains(one.tensor); })) {
        placed_.insert(kept->tensor);
        storage(each.tensor).bytes = Interval::exactly(Bytes(0));
      }
    }
  }

 private:
  /// Of what was there before the round: no event of the next one.
  bool lets_go_of_former(size_t event) const {
    const auto* drop = std::get_if<graph::Drop>(&graph_.events[event]);
    if (!drop) return false;
    const auto& drawn = first_.drawn_before;
    return !is_transient(builder_, drop->tensor) || std::find(drawn.begin(), drawn.end(), drop->tensor) != drawn.end();
  }

  graph::Storage& storage(TensorId tensor) { return graph_.storages[graph_.tensors[tensor].storage]; }

  /// The event with which the last tensor on its storage goes; none where something else may want it later.
  std::optional<size_t> let_go(TensorId buffer) const {
    const graph::StorageId storage = graph_.tensors[buffer].storage;
    if (first_.held.contains(storage)) return {};
    std::optional<size_t> last;
    bool is_dropped = false;
    for (size_t i = 0; i < first_.events; ++i) {
      if (const auto* node = std::get_if<graph::Node>(&graph_.events[i]); node && writes(*node, storage)) return {};
      const auto* drop = std::get_if<graph::Drop>(&graph_.events[i]);
      if (!drop || graph_.tensors[drop->tensor].storage != storage) continue;
      last = i;
      is_dropped |= drop->tensor == buffer;
    }
    return is_dropped && !is_captured(storage) ? last : std::nullopt;
  }

  bool writes(const graph::Node& node, graph::StorageId storage) const {
    return std::any_of(node.outputs.begin(), node.outputs.end(), [&](const graph::Output& output) {
      if (output.alias != graph::Output::Alias::in_place) return false;
      return graph_.tensors[node.inputs[static_cast<size_t>(output.operand)]].storage == storage;
    });
  }

  bool is_captured(graph::StorageId storage) const {
    const auto is_on = [&](TensorId tensor) { return graph_.tensors[tensor].storage == storage; };
    return std::any_of(graph_.programs.begin(), graph_.programs.end(), [&](const graph::Program& program) {
      return std::any_of(program.captured.begin(), program.captured.end(), is_on);
    });
  }

  size_t after(size_t event) const {
    const auto next = std::upper_bound(common_.begin(), common_.end(), event);
    return next == common_.end() ? first_.events : *next;
  }

  /// As large, and nobody's successor yet.
  template <typename Fits>
  graph::Carried* find(TensorId buffer, const Fits& fits) {
    const Interval bytes = storage(buffer).bytes;
    const auto found = std::find_if(graph_.carried.begin(), graph_.carried.end(), [&](const graph::Carried& one) {
      const bool is_free = !one.found_as && !placed_.contains(one.tensor);
      return is_free && storage(one.tensor).bytes == bytes && bytes.point > Bytes(0) && fits(one);
    });
    return found == graph_.carried.end() ? nullptr : &*found;
  }

  Builder& builder_;
  graph::Graph& graph_;
  const FirstRound& first_;
  std::vector<size_t> common_;  // events of the first round that the next one has as well
  std::unordered_set<TensorId> placed_;
};

}  // namespace

void carry_to_next(Builder& builder, const FirstRound& first) { Succession(builder, first).carry(); }

void name_successors(Builder& builder, const FirstRound& first, const std::unordered_set<TensorId>& live) {
  Succession(builder, first).name_successors(live);
}

void meet_next_batch(graph::Graph& graph, const std::vector<graph::TensorId>& drawn) {
  for (const graph::Event& event : graph.events) {
    const auto* drop = std::get_if<graph::Drop>(&event);
    if (!drop || std::find(drawn.begin(), drawn.end(), drop->tensor) == drawn.end()) continue;
    const auto next = std::find_if(graph.carried.begin(), graph.carried.end(), [&](const graph::Carried& each) {
      const graph::Tensor &now = graph.tensors[each.tensor], &then = graph.tensors[drop->tensor];
      return graph.storages[now.storage].kind == graph::StorageKind::input && now.type.shape == then.type.shape &&
             now.type.dtype == then.type.dtype;
    });
    if (next != graph.carried.end()) graph.carried.erase(next);
  }
}

bool validates(const graph::Graph& graph, size_t event) {
  const auto begin = graph.events.begin() + static_cast<std::ptrdiff_t>(event);
  const auto is_of_module = [](const graph::Event& each) {
    const auto* node = std::get_if<graph::Node>(&each);
    return node && node->module != 0;
  };
  const auto trains = [](const graph::Event& each) { return std::holds_alternative<graph::Backward>(each); };
  return std::any_of(begin, graph.events.end(), is_of_module) && std::none_of(begin, graph.events.end(), trains);
}

}  // namespace vramlint::model
