#include "model/loop_turns.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "base/bytes.h"
#include "interp/following.h"
#include "interp/objects.h"
#include "model/placement.h"
#include "model/tensor.h"

namespace vramlint::model {

using interp::Value;

namespace {

/// A number, a text, or what is not known and no tensor.
bool is_plain(const Value& value) {
  const auto* unknown = value.is_unknown() ? value.as<interp::UnknownValue>() : nullptr;
  if (unknown) return unknown->sort != interp::UnknownValue::Sort::tensor;
  return value.is_none() || value.is_string() || value.is_number();
}

/// A loss, a name, a line of a log: what is looked at once the training has ended. Ints may be what has been seen.
bool is_record(const Value& value) {
  if (const auto* tuple = value.as<interp::Tuple>()) return std::ranges::all_of(tuple->items, is_plain);
  if (const auto* list = value.as<interp::List>()) return std::ranges::all_of(list->items, is_plain);
  const auto* dict = value.as<interp::Dict>();
  if (!dict) return is_plain(value) && !value.is_int();
  return std::ranges::all_of(dict->entries_unseen(),
                             [](const interp::Dict::Entry& each) { return !each.live || is_plain(each.value); });
}

}  // namespace

void LoopTurns::begins() {
  const bool has_ended = has_trained();
  steps_ = builder_.optimizer_steps;
  if (first_.empty()) first_ = GrowthMeter(interpreter_, builder_).lengths();
  if (has_ended) ++trained_ == 1 ? look() : look_again();
}

void LoopTurns::look() {
  visit_parts(interpreter_, interp::variables_in_reach(interpreter_), [&](const Value& part) {
    if (const auto limit = limit_in(part)) limits_.insert(*limit);
    const auto then = part.is_object() ? first_.find(part.object()) : first_.end();
    const std::optional<size_t> length = then == first_.end() ? std::nullopt : length_of(part);
    if (!length || *length <= then->second) return;
    const size_t items = *length - then->second;
    if (!std::ranges::all_of(last_of(part, items), is_record)) grown_.push_back({part, items, *length, {}});
  });
}

/// The same keys are set anew in each turn, and what is made once is no growth.
void LoopTurns::look_again() {
  std::erase_if(grown_, [](Whole& whole) {
    const size_t before = std::exchange(whole.length, *length_of(whole.value));
    whole.items = whole.length - std::min(before, whole.length);
    return whole.items == 0;
  });
}

bool LoopTurns::waits(int64_t turns) const {
  constexpr int64_t kMostRun = 6, kLookedAt = 3;
  if (trained_ == 0) return true;
  return grows() && (turns <= kMostRun || trained_ < kLookedAt) && trained_ + 1 < turns;
}

/// Of what lies on the device, with its gradients, and in no item of an earlier turn.
Bytes LoopTurns::bytes_of(const Whole& whole) const {
  const std::vector<graph::TensorId>& gradients = builder_.graph.leftovers.gradients;
  std::unordered_set<graph::StorageId> counted;
  std::vector<Value> earlier = last_of(whole.value, whole.length);
  earlier.resize(whole.length - whole.items);
  for (const Value& item : earlier)
    each_tensor_in(interpreter_, item, [&](const Tensor& tensor) {
      if (tensor.on_device()) counted.insert(tensor.storage());
    });
  Bytes bytes;
  for (const Value& item : last_of(whole.value, whole.items))
    each_tensor_in(interpreter_, item, [&](const Tensor& tensor) {
      if (!tensor.on_device() || !counted.insert(tensor.storage()).second) return;
      const Bytes own = builder_.graph.storages[tensor.storage()].bytes.point;
      const bool has_gradient = std::find(gradients.begin(), gradients.end(), *tensor.id) != gradients.end();
      bytes += has_gradient ? own * 2 : own;
    });
  return bytes;
}

void LoopTurns::measure() {
  for (Whole& whole : grown_) whole.bytes = bytes_of(whole);
}

int64_t LoopTurns::others_of(const Whole& whole, int64_t turns) const {
  const int64_t others = std::max<int64_t>(turns - trained_ - 1, 0);
  const auto limit = limits_.find(whole.value.object());
  if (limit == limits_.end()) return others;
  return std::min(others, std::max<int64_t>(static_cast<int64_t>(limit->second / whole.items) - trained_, 0));
}

void LoopTurns::lay(int64_t turns) const {
  Bytes all, each;
  for (const Whole& whole : grown_) {
    all += whole.bytes * others_of(whole, turns);
    if (!limits_.contains(whole.value.object())) each += whole.bytes;
  }
  if (all < kWorthCounting) return;
  graph::Graph& graph = builder_.graph;
  const graph::StorageId storage = builder_.add_storage(Interval::exactly(all), graph::StorageKind::buffer);
  const graph::TensorType type{graph::Dtype::uint8, {graph::Dim(all.count)}};
  graph.parameters.push_back({"kept of earlier rounds", builder_.add_tensor({type, storage, false, true}), true});
  if (each == Bytes()) return;
  graph.assumptions.push_back({"what each of the " + std::to_string(turns) +
                                   " rounds of this loop leaves in a list or dict is counted: " + to_string(each) +
                                   " each",
                               loop_});
}

}  // namespace vramlint::model
