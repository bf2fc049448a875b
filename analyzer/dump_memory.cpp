#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/printable.h"
#include "dump_stage.h"

namespace vramlint::dumping {
namespace {

using memory::Timeline;
using memory::Trace;
using memory::TraceEvent;
using Kind = TraceEvent::Kind;

/// Module paths by ModuleId, of the phase's graph.
const std::string& module_of(const Analysis& analysis, size_t phase, const memory::Label& label) {
  return analysis.built->phases[phase].modules[label.module];
}

std::string event_text(const Analysis& analysis, size_t phase, const TraceEvent& event) {
  const Trace& trace = analysis.traces[phase];
  switch (event.kind) {
    case Kind::mark:
      return fmt::format("== {}", printable_name(event.what));
    case Kind::free:
      return fmt::format("-  #{}", event.id);
    case Kind::empty_cache:
      return "== the cache is emptied";
    case Kind::allocate:
      break;
  }
  const memory::Label& label = trace.labels[event.label];
  std::string text = fmt::format("+  #{} {} {}", event.id, event.bytes.count, to_string(label.category));
  for (const std::string& part : {module_of(analysis, phase, label), std::string(label.op), place(label.span)}) {
    if (!part.empty()) text += "  " + printable_name(part);
  }
  return text;
}

Json event_json(const Analysis& analysis, size_t phase, const TraceEvent& event) {
  switch (event.kind) {
    case Kind::mark:
      return {{"mark", event.what}};
    case Kind::free:
      return {{"free", event.id}};
    case Kind::empty_cache:
      return {{"empty_cache", true}};
    case Kind::allocate:
      break;
  }
  const memory::Label& label = analysis.traces[phase].labels[event.label];
  return {{"allocate", event.id},
          {"bytes", event.bytes.count},
          {"category", to_string(label.category)},
          {"module", module_of(analysis, phase, label)},
          {"op", label.op},
          {"at", place_json(label.span)}};
}

/// The rows a person looks at: evenly spaced ones, the peak, first and last.
std::vector<size_t> rows_of(const Timeline& timeline, size_t peak) {
  constexpr size_t kRows = 24;
  std::vector<size_t> rows;
  const size_t count = timeline.samples.size();
  for (size_t i = 0; i < std::min(kRows, count); ++i)
    rows.push_back(i * (count - 1) / std::max<size_t>(std::min(kRows, count) - 1, 1));
  if (peak < count) rows.push_back(peak);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

std::string bar(Bytes part, Bytes whole) {
  constexpr double kWidth = 40;
  const double share = whole.count > 0 ? static_cast<double>(part.count) / static_cast<double>(whole.count) : 0;
  std::string text;
  for (int i = 0; i < static_cast<int>(share * kWidth + 0.5); ++i) text += "█";
  return text;
}

std::string samples_text(const Timeline& timeline, const Trace& trace) {
  const size_t peak =
      timeline.peak_event >= trace.steady ? timeline.peak_event - trace.steady : timeline.samples.size();
  std::string text = "  event       allocated        reserved\n";
  for (const size_t row : rows_of(timeline, peak)) {
    const memory::Sample& sample = timeline.samples[row];
    text +=
        fmt::format("  {:>5} {:>15} {:>15}  {}{}\n", trace.steady + row, sample.allocated.count, sample.reserved.count,
                    bar(sample.allocated, timeline.peak_allocated), row == peak ? "  peak" : "");
  }
  return text;
}

std::string breakdown_text(const Timeline& timeline) {
  std::string text;
  for (int i = 0; i < kCategoryCount; ++i) {
    if (timeline.breakdown[i].count == 0) continue;
    text += fmt::format("  {:<13} {:>15}\n", to_string(static_cast<Category>(i)), timeline.breakdown[i].count);
  }
  return text;
}

std::string top_text(const Timeline& timeline) {
  std::string text;
  for (const Contributor& item : timeline.top) {
    text += fmt::format("  {:>15}  {}", item.bytes.count, to_string(item.category));
    for (const std::string& part : {item.module, item.op, place(item.span)}) {
      if (!part.empty()) text += "  " + printable_name(part);
    }
    text += "\n";
  }
  return text;
}

Json breakdown_json(const Timeline& timeline) {
  Json object = Json::object();
  for (int i = 0; i < kCategoryCount; ++i) {
    object[std::string(to_string(static_cast<Category>(i)))] = timeline.breakdown[i].count;
  }
  return object;
}

Json phase_json(const Timeline& timeline, const Trace& trace) {
  Json samples = Json::array(), top = Json::array();
  for (const memory::Sample& sample : timeline.samples) {
    samples.push_back({sample.allocated.count, sample.reserved.count});
  }
  for (const Contributor& item : timeline.top) {
    top.push_back({{"module", item.module},
                   {"op", item.op},
                   {"category", to_string(item.category)},
                   {"bytes", item.bytes.count},
                   {"at", place_json(item.span)}});
  }
  return {{"phase", trace.phase},
          {"peak", {{"allocated", timeline.peak_allocated.count}, {"reserved", timeline.peak_reserved.count}}},
          {"peak_event", timeline.peak_event},
          {"out_of_memory", timeline.out_of_memory},
          {"breakdown", breakdown_json(timeline)},
          {"top", top},
          {"steady", trace.steady},
          {"samples", samples}};
}

}  // namespace

std::string trace_text(const Analysis& analysis) {
  std::string text;
  for (size_t phase = 0; phase < analysis.traces.size(); ++phase) {
    const Trace& trace = analysis.traces[phase];
    text += fmt::format("phase {}: {} bytes saved for backward, steady from event {}\n", printable_name(trace.phase),
                        trace.saved_for_backward.count, trace.steady);
    for (size_t i = 0; i < trace.events.size(); ++i) {
      text += fmt::format("{:>5}  {}\n", i, event_text(analysis, phase, trace.events[i]));
    }
  }
  return text;
}

Json trace_json(const Analysis& analysis) {
  Json phases = Json::array();
  for (size_t phase = 0; phase < analysis.traces.size(); ++phase) {
    const Trace& trace = analysis.traces[phase];
    Json events = Json::array();
    for (const TraceEvent& event : trace.events) events.push_back(event_json(analysis, phase, event));
    phases.push_back({{"phase", trace.phase},
                      {"saved_for_backward", trace.saved_for_backward.count},
                      {"steady", trace.steady},
                      {"events", events}});
  }
  return {{"phases", phases}};
}

std::string timeline_text(const Analysis& analysis) {
  std::string text;
  for (size_t phase = 0; phase < analysis.timelines.size(); ++phase) {
    const Timeline& timeline = analysis.timelines[phase];
    const Trace& trace = analysis.traces[phase];
    text += fmt::format("phase {}: peak {} bytes allocated, {} reserved{}\n", printable_name(trace.phase),
                        timeline.peak_allocated.count, timeline.peak_reserved.count,
                        timeline.out_of_memory ? "; out of memory" : "");
    text += samples_text(timeline, trace);
    text += "at the peak\n" + breakdown_text(timeline) + "largest\n" + top_text(timeline);
  }
  return text;
}

Json timeline_json(const Analysis& analysis) {
  Json phases = Json::array();
  for (size_t phase = 0; phase < analysis.timelines.size(); ++phase) {
    phases.push_back(phase_json(analysis.timelines[phase], analysis.traces[phase]));
  }
  return {{"phases", phases}};
}

}  // namespace vramlint::dumping
