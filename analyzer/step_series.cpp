// Every event changes what is allocated by one whole block, so the samples tell the blocks' sizes. What was there
// before the first event is told by the peak, whose categories are known.
#include "step_series.h"

#include <algorithm>
#include <map>

namespace vramlint {
namespace {

using memory::Timeline;
using memory::Trace;
using memory::TraceEvent;
using Held = std::array<Bytes, kCategoryCount>;

/// The category that the event gives to or takes from.
size_t category_of(const Trace& trace, const TraceEvent& event, const std::map<uint32_t, uint32_t>& labels) {
  const auto none = static_cast<size_t>(Category::unattributed);
  if (event.kind == TraceEvent::Kind::allocate) return static_cast<size_t>(trace.labels.at(event.label).category);
  const auto label = labels.find(event.id);
  return label == labels.end() ? none : static_cast<size_t>(trace.labels.at(label->second).category);
}

std::map<uint32_t, uint32_t> labels_of(const Trace& trace) {
  std::map<uint32_t, uint32_t> labels;
  for (const TraceEvent& event : trace.events)
    if (event.kind == TraceEvent::Kind::allocate) labels[event.id] = event.label;
  return labels;
}

/// What each event adds, by category; of the first, nothing: it is a mark.
std::vector<Held> added(const Trace& trace, const Timeline& timeline) {
  const std::map<uint32_t, uint32_t> labels = labels_of(trace);
  std::vector<Held> result(timeline.samples.size());
  for (size_t i = 1; i < timeline.samples.size(); ++i) {
    const Bytes change = timeline.samples[i].allocated - timeline.samples[i - 1].allocated;
    if (change.count == 0) continue;
    result[i][category_of(trace, trace.events.at(trace.steady + i), labels)] += change;
  }
  return result;
}

/// What is held at the first event where the step does not reach the peak (libraries have tried more in the first
/// iteration): what was made before and is still there, in blocks as the allocator rounds them. What that leaves of the
/// sample is unattributed.
Held left_over(const Trace& trace, const Timeline& timeline) {
  std::map<uint32_t, const TraceEvent*> alive;
  for (size_t i = 0; i <= trace.steady && i < trace.events.size(); ++i) {
    const TraceEvent& event = trace.events[i];
    if (event.kind == TraceEvent::Kind::allocate) alive[event.id] = &event;
    if (event.kind == TraceEvent::Kind::free) alive.erase(event.id);
  }
  constexpr int64_t kRound = 512;  // kMinBlockSize, c10/cuda/CUDACachingAllocator.cpp
  Held held;
  Bytes rest = timeline.samples.front().allocated;
  for (const auto& [_, event] : alive) {
    const Bytes block{(event->bytes.count + kRound - 1) / kRound * kRound};
    if (event->may_fail && block > rest) continue;  // given up at once
    held[static_cast<size_t>(trace.labels.at(event->label).category)] += block;
    rest -= block;
  }
  held[static_cast<size_t>(Category::unattributed)] += rest;
  return held;
}

/// What is held at the first event, so that the categories at the peak are the timeline's.
Held first_held(const Trace& trace, const Timeline& timeline, const std::vector<Held>& changes) {
  if (timeline.peak_event < trace.steady && timeline.peak_allocated != timeline.samples.front().allocated)
    return left_over(trace, timeline);
  Held held;
  std::copy(std::begin(timeline.breakdown), std::end(timeline.breakdown), held.begin());
  if (timeline.peak_event < trace.steady) return held;
  const size_t peak = std::min(timeline.peak_event - trace.steady, timeline.samples.size() - 1);
  const TraceEvent& event = trace.events.at(trace.steady + peak);
  if (event.kind == TraceEvent::Kind::allocate) {  // one that was tried and given up is in no sample
    const auto category = static_cast<size_t>(trace.labels.at(event.label).category);
    held[category] -= timeline.peak_allocated - timeline.samples[peak].allocated;
  }
  for (size_t i = 1; i <= peak; ++i)
    for (size_t c = 0; c < held.size(); ++c) held[c] -= changes[i][c];
  return held;
}

}  // namespace

std::vector<StepMoment> step_series(const Analysis& analysis, size_t phase, size_t most) {
  const Trace& trace = analysis.traces.at(phase);
  const Timeline& timeline = analysis.timelines.at(phase);
  std::vector<StepMoment> moments;
  const size_t count = timeline.samples.size();
  if (count == 0 || most == 0) return moments;
  const std::vector<Held> changes = added(trace, timeline);
  Held held = first_held(trace, timeline, changes);
  size_t stretch = 0;
  for (size_t i = 0; i < count; ++i) {
    for (size_t c = 0; c < held.size(); ++c) held[c] += changes[i][c];
    const size_t own = count <= most ? i : i * most / count;
    const bool begins = moments.empty() || own != stretch;
    stretch = own;
    if (begins) moments.push_back({i, timeline.samples[i], held});
    if (moments.back().sample.allocated < timeline.samples[i].allocated)
      moments.back() = {i, timeline.samples[i], held};
  }
  return moments;
}

}  // namespace vramlint
