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
  if (has_trained()) ++trained_;
  steps_ = builder_.optimizer_steps;
  const GrowthMeter meter(interpreter_, builder_);
  if (first_.empty()) first_ = meter.lengths();
  if (trained_ != 1 || !grown_.empty()) return;
  visit_parts(interpreter_, interp::variables_in_reach(interpreter_), [&](const Value& part) {
    const auto then = part.is_object() ? first_.find(part.object()) : first_.end();
    const std::optional<size_t> length = then == first_.end() ? std::nullopt : length_of(part);
    if (!length || *length <= then->second) return;
    const std::vector<Value> newest = last_of(part, *length - then->second);
    if (!std::ranges::all_of(newest, is_record)) grown_.emplace_back(part, newest.size());
  });
}

bool LoopTurns::waits(int64_t turns) const {
  constexpr int64_t kMostRun = 6;
  if (trained_ == 0) return true;
  return grows() && turns <= kMostRun && trained_ + 1 < turns;
}

/// Of what lies on the device, with its gradients.
Bytes LoopTurns::bytes_of(const Value& item) const {
  const std::vector<graph::TensorId>& gradients = builder_.graph.leftovers.gradients;
  std::unordered_set<graph::StorageId> counted;
  Bytes bytes;
  each_tensor_in(interpreter_, item, [&](const Tensor& tensor) {
    if (!tensor.on_device() || !counted.insert(tensor.storage()).second) return;
    const Bytes own = builder_.graph.storages[tensor.storage()].bytes.point;
    const bool has_gradient = std::find(gradients.begin(), gradients.end(), *tensor.id) != gradients.end();
    bytes += has_gradient ? own * 2 : own;
  });
  return bytes;
}

void LoopTurns::measure() {
  for (const auto& [whole, count] : grown_)
    for (const Value& item : last_of(whole, count)) bytes_ += bytes_of(item);
}

void LoopTurns::lay(int64_t turns) const {
  const int64_t others = turns - trained_ - 1;
  if (others <= 0 || bytes_ * others < kWorthCounting) return;
  const Bytes all = bytes_ * others;
  graph::Graph& graph = builder_.graph;
  const graph::StorageId storage = builder_.add_storage(Interval::exactly(all), graph::StorageKind::buffer);
  const graph::TensorType type{graph::Dtype::uint8, {graph::Dim(all.count)}};
  graph.parameters.push_back({"kept of earlier rounds", builder_.add_tensor({type, storage, false, true}), true});
  graph.assumptions.push_back({"what each of the " + std::to_string(turns) +
                                   " rounds of this loop leaves in a list or dict is counted: " + to_string(bytes_) +
                                   " each",
                               loop_});
}

}  // namespace vramlint::model
