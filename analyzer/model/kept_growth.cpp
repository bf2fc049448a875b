#include "model/kept_growth.h"

#include <algorithm>
#include <functional>

#include "interp/following.h"
#include "interp/objects.h"
#include "model/apply.h"
#include "model/placement.h"
#include "model/tensor.h"
#include "model/unsupported.h"

namespace vramlint::model {
namespace {

using interp::Value;

/// Of an item of a list: itself, or those in what it consists of.
void each_tensor(const Value& item, const std::function<void(Tensor&)>& visit) {
  if (Tensor* tensor = as_tensor(item)) return visit(*tensor);
  if (const auto* list = item.as<interp::List>())
    for (const Value& part : list->items) each_tensor(part, visit);
  if (const auto* tuple = item.as<interp::Tuple>())
    for (const Value& part : tuple->items) each_tensor(part, visit);
  if (const auto* dict = item.as<interp::Dict>())
    for (const interp::Dict::Entry& entry : dict->entries_unseen())
      if (entry.live) each_tensor(entry.value, visit);
}

/// The one dimension in which it is larger than the other.
std::optional<size_t> larger_in(const graph::Shape& now, const graph::Shape& before) {
  std::optional<size_t> found;
  if (now.size() != before.size()) return found;
  for (size_t i = 0; i < now.size(); ++i) {
    if (now[i] == before[i]) continue;
    if (found || now[i].point <= before[i].point) return std::nullopt;
    found = i;
  }
  return found;
}

std::vector<int64_t> points(const graph::Shape& shape) {
  std::vector<int64_t> sizes;
  for (const graph::Dim& dim : shape) sizes.push_back(dim.point);
  return sizes;
}

}  // namespace

BetweenTurns GrowthMeter::look() const {
  BetweenTurns now{builder_.graph.storages.size(), builder_.graph.events.size(), {}, {}, {}};
  for (const graph::TensorId tensor : builder_.live()) {
    const graph::StorageId storage = builder_.graph.tensors[tensor].storage;
    if (now.live.insert(storage).second) now.held += builder_.graph.storages[storage].bytes.point;
  }
  visit_parts(interpreter_, interp::variables_in_reach(interpreter_), [&](const Value& part) {
    if (part.is(interp::ObjectKind::list)) now.lists.emplace(part.object(), part.as<interp::List>()->items.size());
  });
  return now;
}

const graph::Node* GrowthMeter::maker(graph::StorageId storage, size_t event) const {
  for (; event < builder_.graph.events.size(); ++event) {
    const auto* node = std::get_if<graph::Node>(&builder_.graph.events[event]);
    if (!node) continue;
    for (size_t i = 0; i < node->results.size(); ++i)
      if (builder_.graph.tensors[node->results[i]].storage == storage) return node;
  }
  return nullptr;
}

/// `all = torch.cat([all, out])`: what stood before the turn is gone, and what stands now was made at the same place.
void GrowthMeter::add_joined(const std::vector<BetweenTurns>& turns, KeptGrowth& growth) const {
  const BetweenTurns &now = turns.back(), &before = turns[turns.size() - 2], &earlier = turns[turns.size() - 3];
  const graph::Graph& graph = builder_.graph;
  for (const graph::StorageId storage : now.live) {
    const std::vector<Tensor*>& on_it = builder_.on_storage(storage);
    if (storage < before.storages || on_it.size() != 1) continue;
    const graph::Node* made = maker(storage, before.events);
    if (!made || made->results.empty() || !made->span) continue;
    for (const graph::StorageId old : before.live) {
      if (old < earlier.storages || now.live.contains(old)) continue;
      const graph::Node* once = maker(old, earlier.events);
      if (!once || once->span != made->span || once->results.empty()) continue;
      const graph::Shape& was = graph.tensors[once->results.front()].type.shape;
      const std::optional<size_t> dim = larger_in(on_it.front()->type_info.shape, was);
      if (!dim) continue;
      const int64_t more = on_it.front()->type_info.shape[*dim].point - was[*dim].point;
      growth.joined.push_back({on_it.front(), *dim, more, made->span});
      growth.bytes += Bytes{graph.storages[storage].bytes.point.count - graph.storages[old].bytes.point.count};
      growth.keeps_graph |= on_it.front()->requires_grad;
      break;
    }
  }
}

void GrowthMeter::add_list(const BetweenTurns& begin, const Value& list, size_t items, KeptGrowth& growth) const {
  const std::vector<Value>& all = list.as<interp::List>()->items;
  std::unordered_set<graph::StorageId> counted;
  for (size_t i = all.size() - items; i < all.size(); ++i)
    each_tensor(all[i], [&](Tensor& tensor) {
      if (!tensor.on_device() || tensor.storage() < begin.storages || !counted.insert(tensor.storage()).second) return;
      growth.bytes += builder_.graph.storages[tensor.storage()].bytes.point;
      growth.keeps_graph |= tensor.requires_grad;
      growth.added.push_back(&tensor);
    });
  if (!counted.empty()) growth.lists.emplace_back(list, items);
}

KeptGrowth GrowthMeter::of(const std::vector<BetweenTurns>& turns,
                           const std::vector<std::pair<Value, size_t>>& known) const {
  KeptGrowth growth;
  if (turns.size() < 3) return growth;
  const BetweenTurns &now = turns.back(), &before = turns[turns.size() - 2], &earlier = turns[turns.size() - 3];
  add_joined(turns, growth);
  visit_parts(interpreter_, interp::variables_in_reach(interpreter_), [&](const Value& part) {
    if (!part.is(interp::ObjectKind::list)) return;
    const auto is_this = [&](const auto& each) { return each.first.same(part); };
    if (std::any_of(growth.lists.begin(), growth.lists.end(), is_this)) return;
    const auto then = before.lists.find(part.object()), once = earlier.lists.find(part.object());
    const auto at = now.lists.find(part.object());
    if (at == now.lists.end() || then == before.lists.end() || at->second <= then->second) return;
    const size_t items = at->second - then->second;
    const bool is_steady = once != earlier.lists.end() && then->second - once->second == items;
    if (is_steady || std::any_of(known.begin(), known.end(), is_this)) add_list(turns.front(), part, items, growth);
  });
  return growth;
}

Value GrowthMeter::larger(const Value& like, std::vector<int64_t> sizes, const Span& place) const {
  std::vector<Value> numbers;
  for (const int64_t size : sizes) numbers.push_back(Value::integer(size));
  return apply(interpreter_, "Tensor.new_empty", {like, Value::tuple(std::move(numbers))}, place);
}

/// An item like it, that stands for so many.
Value GrowthMeter::another(const Value& item, int64_t times) const {
  const auto all = [&](const std::vector<Value>& items) {
    std::vector<Value> made;
    for (const Value& each : items) made.push_back(another(each, times));
    return made;
  };
  if (const Tensor* tensor = as_tensor(item)) {
    if (!tensor->on_device()) return item;
    std::vector<int64_t> sizes = points(tensor->type_info.shape);
    if (sizes.empty()) return larger(item, sizes, user_span(interpreter_));
    sizes.front() *= times;
    return larger(item, sizes, user_span(interpreter_));
  }
  if (item.is(interp::ObjectKind::list)) return Value::list(all(item.as<interp::List>()->items));
  if (item.is(interp::ObjectKind::tuple)) return Value::tuple(all(item.as<interp::Tuple>()->items));
  const auto* dict = item.as<interp::Dict>();
  if (!dict) return item;
  auto* made = new interp::Dict;
  Value result(made);
  for (const interp::Dict::Entry& entry : dict->entries())
    if (entry.live) made->set(entry.key, another(entry.value, times));
  return result;
}

void GrowthMeter::enlarge(const KeptGrowth& growth, int64_t more) const {
  constexpr int64_t kMostItems = 1024;
  for (const Joined& each : growth.joined) {
    std::vector<int64_t> sizes = points(each.tensor->type_info.shape);
    sizes[each.dim] += more * each.more;
    const Value made = larger(Value(each.tensor), sizes, each.place);
    each.tensor->move_to_place_of(*as_tensor(made));
  }
  for (const auto& [list, items] : growth.lists) {
    const std::vector<Value> all = list.as<interp::List>()->items;
    const int64_t turns = std::min(more, kMostItems), times = (more + turns - 1) / turns;
    std::vector<Value> further;
    for (int64_t turn = 0; turn < more; turn += times)
      for (size_t i = all.size() - items; i < all.size(); ++i)
        further.push_back(another(all[i], std::min(times, more - turn)));
    const interp::ListChange longer = interpreter_.heap().change(*list.as<interp::List>());
    longer.items.insert(longer.items.end(), further.begin(), further.end());
  }
}

}  // namespace vramlint::model
