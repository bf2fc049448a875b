#include "memory/timeline.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "memory/handed_on.h"
#include "memory/libraries/cudnn_convolution.h"

namespace vramlint::memory {

namespace {

constexpr int kLaterIterations = 6;

class Simulation {
 public:
  Simulation(const Trace& trace, AllocatorConfig config)
      : trace_(trace), limited_(config.device_limit.has_value()), spare_until_(config.spare_until), allocator_(config) {
    size_t count = 0;
    for (const TraceEvent& event : trace.events) count += event.kind == TraceEvent::Kind::allocate;
    held_.resize(count);
  }

  void play(Timeline& result, bool sampled) {
    if (sampled) result.samples.reserve(trace_.events.size() - std::min(trace_.steady, trace_.events.size()));
    for (size_t i = 0; i < trace_.events.size() && !result.out_of_memory; ++i) {
      if (i == trace_.steady) start_steady(result);
      play(trace_.events[i], result);
      note_peak(i, result);
      note_trial(i);
      if (sampled && i >= trace_.steady) result.samples.push_back({stats_.allocated, stats_.reserved});
    }
    if (trials_ > result.peak_allocated) {
      result.peak_allocated = trials_;
      result.peak_event = trial_;
    }
    take_reserved(result);
  }

  /// The iterations after the second: each finds the blocks that the one before it left, until one takes no more.
  void settle(Timeline& result) {
    const bool is_settled = result.out_of_memory || trace_.steady == 0 || allocator_.layout() == at_steady_;
    const auto pairs = is_settled ? std::nullopt : handed_on(trace_);
    Bytes before(-1);
    for (int more = 0; pairs && more < kLaterIterations && before != result.peak_reserved; ++more) {
      before = result.peak_reserved;
      for (const auto& [found, left] : *pairs) held_[found].block = held_[left].block;
      for (size_t i = trace_.steady; i < trace_.events.size() && !result.out_of_memory; ++i)
        play(trace_.events[i], result);
      take_reserved(result);
    }
  }

  /// What counts at `event`, by label.
  std::vector<Bytes> counted_at(size_t event) const {
    std::vector<Bytes> result(trace_.labels.size());
    for (size_t i = 0; i <= event && i < trace_.events.size(); ++i) {
      const TraceEvent& change = trace_.events[i];
      if (change.kind != TraceEvent::Kind::allocate && change.kind != TraceEvent::Kind::free) continue;
      const Held& held = held_[change.id];
      if (change.kind == TraceEvent::Kind::allocate) result[held.label] += held.counted;
      if (change.kind == TraceEvent::Kind::free) result[held.label] -= held.counted;
    }
    return result;
  }

 private:
  struct Held {
    CachingAllocator::BlockId block = 0;
    uint32_t label = 0;
    Bytes counted;  ///< the whole block: what rounding and unsplit rests add goes to the block's label
  };

  void take_reserved(Timeline& result) const {
    const AllocatorStats& stats = allocator_.stats();
    result.retries = stats.retries - of_trials_;
    result.peak_reserved = std::max(stats.peak_reserved, stats.reserved + refused_);
    result.most_reserved = std::max(result.most_reserved, result.peak_reserved);
  }

  void start_steady(Timeline& result) {
    result.most_reserved = allocator_.stats().peak_reserved;
    allocator_.reset_peaks();
    at_steady_ = allocator_.layout();
    result.peak_allocated = allocator_.stats().allocated;
    result.peak_event = trace_.steady == 0 ? 0 : trace_.steady - 1;
  }

  void play(const TraceEvent& event, Timeline& result) {
    switch (event.kind) {
      case TraceEvent::Kind::allocate:
        return allocate(event, result);
      case TraceEvent::Kind::free:
        return allocator_.free(held_[event.id].block);
      case TraceEvent::Kind::mark:
        return;
      case TraceEvent::Kind::empty_cache:
        return allocator_.empty_cache();
    }
  }

  void allocate(const TraceEvent& event, Timeline& result) {
    const int64_t retries = allocator_.stats().retries;
    const bool is_beyond = is_trial(event) && spare_until_ && stats_.allocated + event.bytes > *spare_until_;
    const auto block = is_beyond ? std::nullopt : allocator_.allocate(event.bytes);
    if (is_trial(event)) of_trials_ += allocator_.stats().retries - retries;
    if (!block && event.may_fail) {
      held_[event.id] = {0, event.label, Bytes(0)};
      return;
    }
    if (!block) return refuse(event, result);
    held_[event.id] = {*block, event.label, allocator_.block_size(*block)};
  }

  /// Where no device sets the limit, the request is beyond every device: it counts as asked for.
  void refuse(const TraceEvent& event, Timeline& result) {
    result.out_of_memory = true;
    if (limited_) return;
    const AllocatorStats& now = allocator_.stats();
    const Bytes room = Bytes(std::numeric_limits<int64_t>::max()) - std::max(now.reserved, now.allocated);
    refused_ = std::min(event.bytes, room);
    held_[event.id] = {0, event.label, refused_};
  }

  void note_peak(size_t event, Timeline& result) {
    const Bytes allocated = stats_.allocated + refused_;
    if (allocated <= result.peak_allocated) return;
    result.peak_allocated = allocated;
    result.peak_event = event;
  }

  bool is_trial(const TraceEvent& event) const {
    return event.may_fail && trace_.labels[event.label].op == kCandidates;
  }

  /// benchmark tries a convolution when it is met first: over by the second iteration, but max_memory_allocated() and
  /// the device have seen it.
  void note_trial(size_t event) {
    const TraceEvent& tried = trace_.events[event];
    if (!is_trial(tried) || stats_.allocated <= trials_) return;
    trials_ = stats_.allocated;
    trial_ = event;
  }

  const Trace& trace_;
  const bool limited_;
  const std::optional<Bytes> spare_until_;
  Bytes trials_;           ///< the most that was allocated in a trial
  size_t trial_ = 0;       ///< the event
  int64_t of_trials_ = 0;  ///< retries: once a convolution, and then never again
  Bytes refused_;
  uint64_t at_steady_ = 0;  ///< layout in which the second iteration began
  CachingAllocator allocator_;
  const AllocatorStats& stats_ = allocator_.stats();  // as it is now
  std::vector<Held> held_;                            // by allocation number
};

using ContributorKey = std::tuple<graph::ModuleId, std::string_view, Category, const Source*, uint32_t, uint32_t>;
using Merged = std::map<ContributorKey, std::pair<Bytes, const Label*>>;

/// Largest first.
std::vector<Contributor> in_order(const Merged& merged, const graph::Graph& graph) {
  using Item = Merged::mapped_type;
  const auto module_of = [&](const Label& label) {
    return label.module < graph.modules.size() ? std::string_view(graph.modules[label.module]) : std::string_view();
  };
  const auto order = [&](const Label& label) {
    return std::tuple(module_of(label), label.op, label.category, label.span.begin, label.span.end,
                      label.span.source ? std::string_view(label.span.source->path()) : std::string_view());
  };
  std::vector<const Item*> items;
  items.reserve(merged.size());
  for (const auto& [key, item] : merged) items.push_back(&item);
  std::sort(items.begin(), items.end(), [&](const Item* lhs, const Item* rhs) {
    return lhs->first != rhs->first ? lhs->first > rhs->first : order(*lhs->second) < order(*rhs->second);
  });
  std::vector<Contributor> result;
  result.reserve(items.size());
  for (const Item* item : items) {
    const auto& [bytes, label] = *item;
    result.push_back({std::string(module_of(*label)), std::string(label->op), label->category, bytes, label->span});
  }
  return result;
}

std::vector<Contributor> contributors(const Trace& trace, const graph::Graph& graph,
                                      const std::vector<Bytes>& counted) {
  Merged merged;
  for (size_t i = 0; i < counted.size(); ++i) {
    if (counted[i] == Bytes(0)) continue;
    const Label& label = trace.labels[i];
    auto& entry = merged[ContributorKey{label.module, label.op, label.category, label.span.source, label.span.begin,
                                        label.span.end}];
    entry.first += counted[i];
    entry.second = &label;
  }
  return in_order(merged, graph);
}

}  // namespace

Timeline simulate(const Trace& trace, const graph::Graph& graph, AllocatorConfig config) {
  Timeline result;
  result.allocator = config;
  Simulation simulation(trace, config);
  simulation.play(result, true);
  const std::vector<Bytes> counted = simulation.counted_at(result.peak_event);
  for (size_t i = 0; i < counted.size(); ++i) {
    result.breakdown[static_cast<size_t>(trace.labels[i].category)] += counted[i];
  }
  result.top = contributors(trace, graph, counted);
  const Bytes reserved = result.peak_reserved;
  simulation.settle(result);
  result.grows_later = result.peak_reserved > reserved;
  return result;
}

Peaks simulate_peaks(const Trace& trace, AllocatorConfig config, bool later) {
  Timeline result;
  Simulation simulation(trace, config);
  simulation.play(result, false);
  if (later) simulation.settle(result);
  return {result.peak_allocated, result.peak_reserved, result.out_of_memory};
}

}  // namespace vramlint::memory
