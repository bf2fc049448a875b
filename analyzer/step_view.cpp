#include "step_view.h"

#include <algorithm>

namespace vramlint {

namespace {

using memory::Sample;
using memory::Timeline;
using memory::Trace;
using memory::TraceEvent;

Sample higher(const Sample& lhs, const Sample& rhs) {
  return {std::max(lhs.allocated, rhs.allocated), std::max(lhs.reserved, rhs.reserved)};
}

/// A stretch begins at its mark. A mark right behind another takes its place: the second iteration begins with the
/// forward. What comes before the first mark belongs to the first stretch.
std::vector<Stretch> marked(const Trace& trace, size_t count) {
  std::vector<Stretch> result;
  bool empty = true;
  for (size_t i = 0; i < count; ++i) {
    const TraceEvent& event = trace.events.at(trace.steady + i);
    if (result.empty()) result.push_back({.name = "", .first = 0});
    if (event.kind != TraceEvent::Kind::mark) {
      empty = false;
    } else if (empty || result.back().name.empty()) {
      result.back().name = std::string(event.what);
    } else {
      result.back().end = i;
      result.push_back({.name = std::string(event.what), .first = i});
      empty = true;
    }
  }
  if (!result.empty()) result.back().end = count;
  return result;
}

std::vector<Stretch> stretches(const Trace& trace, const Timeline& timeline) {
  std::vector<Stretch> result = marked(trace, timeline.samples.size());
  for (Stretch& stretch : result) {
    stretch.before = timeline.samples[stretch.first == 0 ? 0 : stretch.first - 1];
    stretch.after = timeline.samples[stretch.end - 1];
    stretch.highest = stretch.before;
    for (size_t i = stretch.first; i < stretch.end; ++i) {
      stretch.highest = higher(stretch.highest, timeline.samples[i]);
    }
  }
  return result;
}

PeakMoment peak_moment(const Trace& trace, const Timeline& timeline, const graph::Graph& graph,
                       const std::vector<Stretch>& stretches) {
  PeakMoment moment;
  if (timeline.peak_event < trace.steady || timeline.peak_event >= trace.events.size()) return moment;
  moment.event = timeline.peak_event - trace.steady;
  for (const Stretch& stretch : stretches) {
    if (moment.event >= stretch.first && moment.event < stretch.end) moment.stretch = stretch.name;
  }
  const TraceEvent& event = trace.events[timeline.peak_event];
  if (event.kind != TraceEvent::Kind::allocate) return moment;
  const memory::Label& label = trace.labels.at(event.label);
  moment.operation = std::string(label.op);
  moment.module = label.module < graph.modules.size() ? graph.modules[label.module] : std::string();
  moment.category = label.category;
  moment.asked = event.bytes;
  moment.span = label.span;
  return moment;
}

ModuleShare& child(ModuleShare& parent, std::string_view name) {
  for (ModuleShare& share : parent.children) {
    if (share.name == name) return share;
  }
  return parent.children.emplace_back(ModuleShare{.name = std::string(name), .total = {}, .own = {}, .children = {}});
}

void add(ModuleShare& root, std::string_view path, Bytes bytes) {
  ModuleShare* at = &root;
  at->total += bytes;
  while (!path.empty()) {
    const size_t dot = std::min(path.find('.'), path.size());
    at = &child(*at, path.substr(0, dot));
    at->total += bytes;
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  at->own += bytes;
}

void sort_by_size(ModuleShare& share) {
  std::stable_sort(share.children.begin(), share.children.end(), [](const ModuleShare& lhs, const ModuleShare& rhs) {
    return lhs.total != rhs.total ? lhs.total > rhs.total : lhs.name < rhs.name;
  });
  for (ModuleShare& below : share.children) sort_by_size(below);
}

}  // namespace

StepView step_view(const Analysis& analysis, size_t phase) {
  const Trace& trace = analysis.traces.at(phase);
  const Timeline& timeline = analysis.timelines.at(phase);
  const graph::Graph& graph = analysis.built->phases.at(phase);
  StepView view;
  view.phase = graph.phase;
  view.stretches = stretches(trace, timeline);
  view.peak = peak_moment(trace, timeline, graph, view.stretches);
  for (const Contributor& contributor : timeline.top) add(view.modules, contributor.module, contributor.bytes);
  sort_by_size(view.modules);
  return view;
}

}  // namespace vramlint
