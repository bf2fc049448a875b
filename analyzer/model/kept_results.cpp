#include "model/kept_results.h"

#include <algorithm>
#include <set>

#include "interp/following.h"
#include "interp/objects.h"
#include "model/tensor.h"

namespace vramlint::model {
namespace {

/// Of variables, and of what their dicts hold.
std::unordered_set<const interp::Object*> lists_of(const interp::Value& names) {
  std::unordered_set<const interp::Object*> found;
  const auto look = [&](const interp::Value& value) {
    if (value.is(interp::ObjectKind::list)) found.insert(value.object());
  };
  for (const interp::Dict::Entry& entry : names.as<interp::Dict>()->entries()) {
    if (!entry.live) continue;
    look(entry.value);
    const auto* held = entry.value.as<interp::Dict>();
    if (!held) continue;
    for (const interp::Dict::Entry& inner : held->entries_unseen())
      if (inner.live) look(inner.value);
  }
  return found;
}

}  // namespace

void KeptResultsWatch::begins(const Span& loop) {
  if (running_.empty() || running_.back().span != loop) running_.push_back({loop, false, 0, {}, {}});
}

void KeptResultsWatch::drew(const interp::Value& length) {
  if (running_.empty() || running_.back().draws) return;
  Loop& loop = running_.back();
  loop.draws = true;
  if (length.is_int()) loop.batches = length.as_int();
  loop.lists = lists_of(interp::variables_in_reach(interpreter_));
}

void KeptResultsWatch::hands_over(const interp::Value& callee, const interp::Value& value, const Span& place) {
  if (running_.empty() || !callee.is(interp::ObjectKind::bound_method)) return;
  const interp::Value& list = static_cast<const interp::BoundMethod*>(callee.object())->self;
  const Tensor* tensor = as_tensor(value);
  if (!tensor || !tensor->on_device() || place.text().find(".append(") == std::string_view::npos) return;
  const auto draws = std::find_if(running_.rbegin(), running_.rend(), [](const Loop& each) { return each.draws; });
  if (draws != running_.rend() && draws->lists.contains(list.object())) draws->kept.push_back({place, *tensor->id});
}

void KeptResultsWatch::leaves(const Span& loop) {
  const auto at = std::find_if(running_.begin(), running_.end(), [&](const Loop& each) { return each.span == loop; });
  if (at == running_.end()) return;
  const std::unordered_set<graph::TensorId> live =
      at->kept.empty() ? std::unordered_set<graph::TensorId>() : builder_.live();
  std::set<graph::StorageId> counted;
  KeptResults kept{{}, at->span, {}, at->batches};
  for (const Kept& each : at->kept) {
    const graph::StorageId storage = builder_.graph.tensors[each.tensor].storage;
    if (!live.contains(each.tensor) || !counted.insert(storage).second) continue;
    if (std::find(kept.places.begin(), kept.places.end(), each.place) == kept.places.end())
      kept.places.push_back(each.place);
    kept.bytes += builder_.graph.storages[storage].bytes.point;
  }
  if (!kept.places.empty()) found.push_back(std::move(kept));
  running_.erase(at, running_.end());
}

}  // namespace vramlint::model
