#include "model/kept_rounds.h"

#include <algorithm>

#include "interp/following.h"
#include "interp/objects.h"
#include "model/placement.h"
#include "model/tensor.h"

namespace vramlint::model {
namespace {

constexpr int64_t kOwn = 2;  // rounds, of whose tensors the step has room

}  // namespace

void KeptRounds::enters(const Span& loop) {
  const auto is_this = [&](const Entered& each) { return each.loop == loop; };
  if (!loop_.is_of(loop) || std::any_of(loops_.begin(), loops_.end(), is_this)) return;
  loops_.push_back({loop, {}});
  for (const auto& [whole, length] : meter_.lengths()) loops_.back().there.insert(whole);
}

/// The keys of a dict come again in the next epoch.
KeptRounds::Count KeptRounds::rounds_with(const interp::Value& whole, const RoundCounts& counts) const {
  Count count;
  for (const Entered& each : loops_) {
    if (!each.there.contains(whole.object())) continue;
    if (whole.is(interp::ObjectKind::dict) && each.loop != loop_.span) continue;
    const int64_t seen = counts.of(each.loop);
    count.known = count.known && seen > 0;
    const int64_t turns = seen > 0 ? seen : each.loop == loop_.span ? kTurnsTaken : 1;
    count.rounds = std::min(count.rounds * turns, kMostCounted);
  }
  count.rounds /= std::max(loop_.iterations, 1);
  return count;
}

bool KeptRounds::enlarge(const RoundCounts& counts) {
  const KeptGrowth growth = meter_.of(looks_, {});
  const size_t before = builder_.graph.storages.size();
  for (const Grown& grown : growth.grown) {
    Count count = rounds_with(grown.whole, counts);
    const auto limit = limits_.find(grown.whole.object());
    const size_t most = limit == limits_.end() ? grown.most : limit->second;
    const int64_t filled = most == 0 ? count.rounds : static_cast<int64_t>(most / grown.items);
    const bool is_bounded = filled < count.rounds;
    count.rounds = std::min(count.rounds, filled);
    if (count.rounds <= kOwn || grown.bytes * count.rounds < kWorthCounting) continue;
    if (!is_bounded) tell(grown, count);
    KeptGrowth one;
    one.grown.push_back(grown);
    meter_.enlarge(one, count.rounds - kOwn);
  }
  for (size_t made = before; made < builder_.graph.storages.size(); ++made)
    further_.insert(static_cast<graph::StorageId>(made));
  return !further_.empty();
}

void KeptRounds::tell(const Grown& grown, const Count& count) {
  KeptResults kept{{}, grown.bytes, count.known ? count.rounds : 0, KeptResults::Of::training};
  for (const Tensor* each : grown.added) {
    const Span appended = appends_.at(*each);
    if (const Span place = appended ? appended : meter_.made_at(*each, looks_.front().events))
      add_once(kept.places, place);
  }
  if (kept.places.empty()) kept.places.push_back(loop_.span);
  found.push_back(std::move(kept));
}

/// Where the program itself lets go of a part of it, it is bounded, and no leak.
void KeptRounds::lay() {
  graph::Graph& graph = builder_.graph;
  const size_t made = further_.size();
  size_t left = 0;
  for (const graph::TensorId tensor : builder_.live()) {
    const graph::StorageId storage = graph.tensors[tensor].storage;
    if (further_.erase(storage) == 0) continue;
    ++left;
    graph.storages[storage].kind = graph::StorageKind::buffer;
    graph.parameters.push_back({"kept of earlier rounds", tensor, true});
  }
  if (left < made) found.clear();
}

}  // namespace vramlint::model
