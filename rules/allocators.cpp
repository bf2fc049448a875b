#include "rules/allocators.h"

#include <algorithm>

#include "memory/allocator_config.h"

namespace vramlint::rules {
namespace {

Bytes reserved(const memory::Trace& trace, const config::AllocatorSettings& settings,
               const graph::TorchProfile& torch) {
  return memory::simulate_peaks(trace, memory::allocator_config(settings, torch)).reserved;
}

/// On the device as far as it is enough: its size decides how segments are laid out.
Bytes reserved_there(const memory::Trace& trace, const config::AllocatorSettings& settings,
                     const graph::TorchProfile& torch, const memory::DeviceRoom& room) {
  const memory::Peaks peaks = memory::simulate_peaks(trace, memory::allocator_config(settings, torch, room));
  return peaks.out_of_memory ? reserved(trace, settings, torch) : peaks.reserved;
}

}  // namespace

std::vector<ReservedBy> reserved_by_settings(const Analysis& analysis, bool set) {
  std::vector<ReservedBy> found;
  const auto torch = graph::torch_profile(analysis.outcome.torch);
  if (!analysis.built || !torch || analysis.traces.size() != analysis.built->phases.size()) return found;
  for (size_t phase = 0; phase < analysis.traces.size(); ++phase) {
    const config::RuntimeFacts& runtime = analysis.runtimes[phase];
    const config::AllocatorSettings& settings = runtime.allocator;
    const bool is_set = !(settings == config::AllocatorSettings());
    if (!settings.native || is_set != set) continue;
    const memory::Trace& trace = analysis.traces[phase];
    ReservedBy one{
        .phase = trace.phase, .place = runtime.allocator_span, .allocated = analysis.timelines[phase].peak_allocated};
    one.as_set = reserved(trace, settings, *torch);
    one.by_default = is_set ? reserved(trace, {}, *torch) : one.as_set;
    config::AllocatorSettings expandable;
    expandable.expandable_segments = true;
    if (!settings.expandable_segments && torch->at_least(2, 1)) one.expandable = reserved(trace, expandable, *torch);
    found.push_back(std::move(one));
  }
  return found;
}

std::optional<FixEffect> with_expandable_segments(const Analysis& analysis, double spare) {
  const auto torch = graph::torch_profile(analysis.outcome.torch);
  const ConfigOutcome& outcome = analysis.outcome;
  if (!analysis.built || !analysis.device || !outcome.fits || !torch || !torch->at_least(2, 1) ||
      analysis.traces.size() != outcome.phases.size() || analysis.runtimes.size() != outcome.phases.size())
    return std::nullopt;
  config::AllocatorSettings expandable;
  expandable.expandable_segments = true;
  FixEffect effect{outcome.peak.allocated, {}, true, 0};
  for (size_t phase = 0; phase < analysis.traces.size(); ++phase) {
    const config::AllocatorSettings& settings = analysis.runtimes[phase].allocator;
    if (!settings.native || settings.expandable_segments) return std::nullopt;
    const Peak& now = outcome.phases[phase].peak;
    const memory::DeviceRoom room = {analysis.device->memory,
                                     analysis.device->budget - (now.process.point - now.reserved.point)};
    const Bytes saved = now.reserved.point - reserved_there(analysis.traces[phase], expandable, *torch, room);
    const Bytes beside = now.process.low - now.reserved.low;
    const Interval process = {std::max(now.process.low - saved, now.allocated.low + beside), now.process.point - saved,
                              now.process.high};
    if (process.point > effect.process.point) effect.process = process;
  }
  const auto budget = static_cast<double>(analysis.device->budget.count) * (1 - spare);
  if (static_cast<double>(effect.process.point.count) > budget) return std::nullopt;
  return effect;
}

}  // namespace vramlint::rules
