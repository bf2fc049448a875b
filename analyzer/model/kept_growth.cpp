#include "model/kept_growth.h"

#include <algorithm>

#include "interp/following.h"
#include "interp/objects.h"
#include "model/apply.h"
#include "model/placement.h"
#include "model/tensor.h"
#include "model/unsupported.h"

namespace vramlint::model {
namespace {

using interp::Value;

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

size_t live_entries(const interp::Dict& dict) {
  const std::vector<interp::Dict::Entry>& all = dict.entries_unseen();
  return static_cast<size_t>(
      std::count_if(all.begin(), all.end(), [](const interp::Dict::Entry& entry) { return entry.live; }));
}

}  // namespace

std::optional<std::pair<const interp::Object*, size_t>> limit_in(const Value& part) {
  const auto* instance = part.as<interp::Instance>();
  const auto* own = instance ? instance->attributes.as<interp::Dict>() : nullptr;
  const Value* most = own ? own->find("maxlen") : nullptr;
  const Value* items = most && most->is_int() ? own->find("_items") : nullptr;
  if (!items || !items->is(interp::ObjectKind::list) || most->as_int() < 1) return std::nullopt;
  return std::pair{items->object(), static_cast<size_t>(most->as_int())};
}

std::vector<Value> last_of(const Value& whole, size_t count) {
  std::vector<Value> found;
  if (const auto* list = whole.as<interp::List>()) {
    found = list->items;
  } else if (const auto* dict = whole.as<interp::Dict>()) {
    for (const interp::Dict::Entry& entry : dict->entries_unseen())
      if (entry.live) found.push_back(entry.value);
  }
  found.erase(found.begin(), found.end() - static_cast<std::ptrdiff_t>(std::min(count, found.size())));
  return found;
}

std::optional<size_t> length_of(const Value& whole) {
  if (const auto* list = whole.as<interp::List>()) return list->items.size();
  const auto* dict = whole.as<interp::Dict>();
  return dict ? std::optional(live_entries(*dict)) : std::nullopt;
}

Bytes held_by(const Builder& builder) {
  std::unordered_set<graph::StorageId> counted;
  Bytes held;
  for (const graph::TensorId tensor : builder.live()) {
    const graph::StorageId storage = builder.graph.tensors[tensor].storage;
    if (counted.insert(storage).second) held += builder.graph.storages[storage].bytes.point;
  }
  return held;
}

void Appends::note(const Value& value, const Span& place) {
  const Tensor* tensor = as_tensor(value);
  if (tensor && tensor->on_device() && place.text().find(".append(") != std::string_view::npos)
    places_[*tensor->id] = place;
}

Span Appends::at(const Tensor& tensor) const {
  const auto known = places_.find(*tensor.id);
  return known == places_.end() ? Span() : known->second;
}

Lengths GrowthMeter::lengths() const {
  Lengths found;
  const Value names = interp::variables_in_reach(interpreter_);
  visit_parts(interpreter_, names, [&](const Value& part) {
    if (part.is(interp::ObjectKind::list)) found.emplace(part.object(), part.as<interp::List>()->items.size());
    const auto* dict = part.same(names) ? nullptr : part.as<interp::Dict>();
    if (dict) found.emplace(part.object(), live_entries(*dict));
  });
  return found;
}

BetweenTurns GrowthMeter::look() const {
  BetweenTurns now{builder_.graph.storages.size(), builder_.graph.events.size(), {}, lengths(), {}};
  for (const graph::TensorId tensor : builder_.live()) {
    const graph::StorageId storage = builder_.graph.tensors[tensor].storage;
    if (now.live.insert(storage).second) now.held += builder_.graph.storages[storage].bytes.point;
  }
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

Span GrowthMeter::made_at(const Tensor& tensor, size_t since) const {
  const graph::Node* made = maker(tensor.storage(), since);
  return made ? made->span : Span();
}

/// `all = torch.cat([all, out])`: what stood before the turn is gone, and what stands now was made of it at the same
/// place. Two layers may run through one place, too.
void GrowthMeter::add_joined(const std::vector<BetweenTurns>& turns, KeptGrowth& growth) const {
  const BetweenTurns &now = turns.back(), &before = turns[turns.size() - 2], &earlier = turns[turns.size() - 3];
  const graph::Graph& graph = builder_.graph;
  for (const graph::StorageId storage : now.live) {
    const std::vector<Tensor*>& on_it = builder_.on_storage(storage);
    if (storage < before.storages || on_it.size() != 1) continue;
    const graph::Node* made = maker(storage, before.events);
    if (!made || made->results.empty() || !made->span) continue;
    for (const graph::StorageId old : before.live) {
      const auto is_old = [&](const graph::TensorId input) { return graph.tensors[input].storage == old; };
      if (old < earlier.storages || now.live.contains(old) || std::ranges::none_of(made->inputs, is_old)) continue;
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

/// What the items before these hold as well, a state and the one that followed it, is there once.
void GrowthMeter::add_grown(const BetweenTurns& begin, const Value& whole, size_t items, KeptGrowth& growth) const {
  Grown grown{whole, items, 0, {}, {}};
  std::unordered_set<graph::StorageId> counted;
  std::vector<Value> last = last_of(whole, items * 2);
  const size_t earlier = last.size() - std::min(items, last.size());
  for (size_t i = 0; i < last.size(); ++i)
    visit_parts(interpreter_, last[i], [&](const Value& part) {
      Tensor* tensor = as_tensor(part);
      if (!tensor || !tensor->on_device() || tensor->storage() < begin.storages) return;
      if (!counted.insert(tensor->storage()).second || i < earlier) return;
      grown.bytes += builder_.graph.storages[tensor->storage()].bytes.point;
      growth.keeps_graph |= tensor->requires_grad;
      grown.added.push_back(tensor);
    });
  growth.bytes += grown.bytes;
  if (!grown.added.empty()) growth.grown.push_back(std::move(grown));
}

KeptGrowth GrowthMeter::of(const std::vector<BetweenTurns>& turns, const std::vector<Grown>& known) const {
  KeptGrowth growth;
  if (turns.size() < 3) return growth;
  const BetweenTurns &now = turns.back(), &before = turns[turns.size() - 2], &earlier = turns[turns.size() - 3];
  add_joined(turns, growth);
  std::unordered_map<const interp::Object*, size_t> most;
  visit_parts(interpreter_, interp::variables_in_reach(interpreter_), [&](const Value& part) {
    if (const auto limited = limit_in(part)) most.insert(*limited);
    const auto is_this = [&](const Grown& each) { return each.whole.same(part); };
    if (std::any_of(growth.grown.begin(), growth.grown.end(), is_this)) return;
    const auto at = now.lengths.find(part.object());
    if (at == now.lengths.end()) return;
    const auto then = before.lengths.find(part.object()), once = earlier.lengths.find(part.object());
    if (then == before.lengths.end() || at->second <= then->second) return;
    const size_t items = at->second - then->second;
    const bool is_steady = once != earlier.lengths.end() && then->second - once->second == items;
    if (is_steady || std::any_of(known.begin(), known.end(), is_this)) add_grown(turns.front(), part, items, growth);
  });
  for (Grown& each : growth.grown)
    if (const auto limit = most.find(each.whole.object()); limit != most.end()) each.most = limit->second;
  return growth;
}

Value GrowthMeter::larger(const Value& like, std::vector<int64_t> sizes, const Span& place) const {
  std::vector<Value> numbers;
  for (const int64_t size : sizes) numbers.push_back(Value::integer(size));
  return apply(interpreter_, "Tensor.new_empty", {like, Value::tuple(std::move(numbers))}, place);
}

Value GrowthMeter::of_size(Tensor& like, Bytes bytes) const {
  const int64_t elements = bytes.count / graph::size_of(like.type_info.dtype);
  return larger(Value(&like), {elements}, user_span(interpreter_));
}

/// An item like it, that stands for so many; what was not added with it is the same.
Value GrowthMeter::another(const Value& item, const Grown& grown, int64_t times, int depth) const {
  if (const Tensor* tensor = as_tensor(item)) {
    const auto is_it = [&](const Tensor* each) { return each->storage() == tensor->storage(); };
    if (!tensor->on_device() || std::none_of(grown.added.begin(), grown.added.end(), is_it)) return item;
    std::vector<int64_t> sizes = points(tensor->type_info.shape);
    if (!sizes.empty()) sizes.front() *= times;
    return larger(item, sizes, user_span(interpreter_));
  }
  if (depth == 0) return item;
  const auto all = [&](const std::vector<Value>& items) {
    std::vector<Value> made;
    for (const Value& each : items) made.push_back(another(each, grown, times, depth - 1));
    return made;
  };
  if (item.is(interp::ObjectKind::list)) return Value::list(all(item.as<interp::List>()->items));
  if (item.is(interp::ObjectKind::tuple)) return Value::tuple(all(item.as<interp::Tuple>()->items));
  if (item.is(interp::ObjectKind::instance) && !is_module(interpreter_, item)) {
    const auto& instance = *item.as<interp::Instance>();
    auto* made = new interp::Instance(instance.type, another(instance.attributes, grown, times, depth - 1));
    Value result(made);
    made->payload = another(instance.payload, grown, times, depth - 1);
    return result;
  }
  if (!item.is(interp::ObjectKind::dict)) return item;
  auto* made = new interp::Dict;
  Value result(made);
  for (const interp::Dict::Entry& entry : item.as<interp::Dict>()->entries())
    if (entry.live) made->set(entry.key, another(entry.value, grown, times, depth - 1));
  return result;
}

/// A dict keeps its keys: what the last turn added stands for all.
void GrowthMeter::lengthen(const Grown& grown, int64_t more) const {
  constexpr int64_t kMostItems = 512;
  const std::vector<Value> last = last_of(grown.whole, grown.items);
  if (const auto* dict = grown.whole.as<interp::Dict>()) {
    std::vector<Value> keys;
    for (const interp::Dict::Entry& entry : dict->entries_unseen())
      if (entry.live) keys.push_back(entry.key);
    for (size_t i = 0; i < last.size(); ++i)
      interpreter_.heap().dict(grown.whole).set(keys[keys.size() - last.size() + i], another(last[i], grown, more + 1));
    return;
  }
  std::vector<Value> further;  // the program may let go of the first ones
  for (const Value& each : last)
    if (more > kMostItems) further.push_back(another(each, grown, more - kMostItems));
  for (int64_t turn = 0; turn < std::min(more, kMostItems); ++turn)
    for (const Value& each : last) further.push_back(another(each, grown, 1));
  const interp::ListChange longer = interpreter_.heap().change(*grown.whole.as<interp::List>());
  longer.items.insert(longer.items.end(), further.begin(), further.end());
}

void GrowthMeter::enlarge(const KeptGrowth& growth, int64_t more) const {
  for (const Joined& each : growth.joined) {
    std::vector<int64_t> sizes = points(each.tensor->type_info.shape);
    sizes[each.dim] += more * each.more;
    const Value made = larger(Value(each.tensor), sizes, each.place);
    each.tensor->move_to_place_of(*as_tensor(made));
  }
  for (const Grown& each : growth.grown) lengthen(each, more);
}

}  // namespace vramlint::model
