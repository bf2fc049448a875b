#include "estimate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "alike_modules.h"
#include "counted_parameters.h"
#include "installed_torch.h"
#include "kept_runs.h"
#include "memory/allocator_config.h"
#include "memory/libraries/cuda_context.h"
#include "memory/libraries/unexplained.h"
#include "phase_choice.h"
#include "raising_stages.h"
#include "stated_torch.h"

namespace vramlint {

namespace {

constexpr size_t kTopContributors = 10;

std::optional<std::string> chosen_device(const Analysis& analysis, const Session& session) {
  if (session.options.device) return session.options.device;
  if (session.options.memory) return {};
  if (analysis.experiment && analysis.experiment->device) return analysis.experiment->device;
  if (session.project) return session.project->device;
  return {};
}

bool same_sizes(const memory::Trace& a, const memory::Trace& b) {
  return a.events.size() == b.events.size() &&
         std::equal(a.events.begin(), a.events.end(), b.events.begin(),
                    [](const auto& x, const auto& y) { return x.bytes == y.bytes; });
}

/// A request's answer depends on the room only where it comes near it, or where something asks how much there is.
bool asks_for_room(const config::RuntimeFacts& runtime) {
  const config::AllocatorSettings& allocator = runtime.allocator;
  return runtime.cudnn_benchmark.value_or(false) || allocator.memory_fraction || allocator.expandable_segments ||
         allocator.garbage_collection_threshold > 0;
}

/// On the device where there is one, as far as the budget lets it; where that is not enough, as if it were larger.
struct Room {
  const Analysis& analysis;
  const config::AllocatorSettings& settings;
  const graph::TorchProfile& profile;
  const Interval& outside;  ///< what the process takes outside of the allocator

  Bytes available(memory::Scenario scenario) const { return analysis.device->budget - pick(outside, scenario); }

  /// What takes so much in one scenario takes as much in this one, if its requests are the same.
  bool leaves_alone(const memory::Timeline& timeline, memory::Scenario scenario) const {
    return !analysis.device ||
           (timeline.retries == 0 && !timeline.out_of_memory && timeline.most_reserved < available(scenario));
  }

  template <typename Simulate>
  auto operator()(memory::Scenario scenario, const Simulate& simulate) const {
    if (analysis.device) {
      const memory::DeviceRoom room = {analysis.device->memory, available(scenario)};
      auto there = simulate(memory::allocator_config(settings, profile, room));
      if (!there.out_of_memory) return std::pair(std::move(there), true);
      memory::AllocatorConfig larger = memory::allocator_config(settings, profile);
      larger.spare_until = room.available;
      return std::pair(simulate(larger), false);
    }
    return std::pair(simulate(memory::allocator_config(settings, profile)), false);
  }
};

/// Two thirds of the figure are of sizes that only the data tells, somewhere in an order of magnitude: it says nothing.
/// Near the high it would say what will be met, as of a size that is drawn.
bool is_open(const PhaseRun& run) {
  constexpr int64_t kOrder = 10, kThird = 3, kHalf = 2;
  const auto& [low, point, high] = run.peaks;
  return high.reserved.count / kOrder > low.reserved.count && point.reserved.count / kThird > low.reserved.count &&
         high.reserved.count / kHalf > point.reserved.count;
}

Unknown why_open(const PhaseRun& run) {
  const auto& [low, point, high] = run.peaks;
  return {"most of the memory is for tensors of which only the data tells the size, " + to_string(low.reserved) +
              " to " + to_string(high.reserved) + " in all: as little as there may be is counted",
          {}};
}

/// Low and high are simulated only where their traces differ from the point's.
PhaseRun run_phase(const graph::Graph& graph, const Analysis& analysis, const config::Experiment& experiment,
                   const graph::TorchProfile& profile, const Interval& outside) {
  using memory::Scenario;
  PhaseRun run;
  std::array<memory::Trace, 3> traces = memory::traces(graph, experiment, profile, analysis.device_facts);
  for (size_t i = 0; i < traces.size(); ++i) run.saved_for_backward[i] = traces[i].saved_for_backward;
  const Room room{analysis, experiment.runtime.allocator, profile, outside};
  memory::Trace& point = traces[static_cast<size_t>(Scenario::point)];
  memory::Timeline timeline;
  std::tie(timeline, run.fits) =
      room(Scenario::point, [&](const auto& allocator) { return memory::simulate(point, graph, allocator); });
  run.peaks.fill({timeline.peak_allocated, timeline.peak_reserved, timeline.out_of_memory});
  for (const Scenario scenario : {Scenario::low, Scenario::high}) {
    const auto index = static_cast<size_t>(scenario);
    const memory::Trace& trace = traces[index];
    const bool is_alone = !asks_for_room(experiment.runtime) && room.leaves_alone(timeline, scenario);
    if (is_alone && same_sizes(trace, point)) continue;
    run.peaks[index] = room(scenario, [&](const auto& allocator) {
                         return memory::simulate_peaks(trace, allocator, timeline.grows_later);
                       }).first;
  }
  if (is_open(run)) {
    memory::Trace& low = traces[static_cast<size_t>(Scenario::low)];
    low.unknowns.push_back(why_open(run));
    std::tie(timeline, run.fits) =
        room(Scenario::low, [&](const auto& allocator) { return memory::simulate(low, graph, allocator); });
    run.peaks.fill({timeline.peak_allocated, timeline.peak_reserved, timeline.out_of_memory});
    run.saved_for_backward.fill(low.saved_for_backward);
    point = std::move(low);
  }
  run.trace = std::make_shared<const memory::Trace>(std::move(point));
  run.point = std::make_shared<const memory::Timeline>(std::move(timeline));
  return run;
}

/// Reserved memory is not monotonic in the sizes of requests: order what the three scenarios gave.
Interval ordered(Bytes low, Bytes point, Bytes high) {
  return {std::min({low, point, high}), point, std::max({low, point, high})};
}

PhasePeak summarise(const PhaseRun& run, const std::string& name, const Interval& context,
                    const memory::UnexplainedShares& unexplained) {
  const auto& [low, point, high] = run.peaks;
  PhasePeak phase;
  phase.name = name;
  const auto between = [&](Bytes a, Bytes b, Bytes c, double share) {
    return memory::widened(ordered(a, b, c), share, unexplained.fused);
  };
  phase.peak.allocated = between(low.allocated, point.allocated, high.allocated, unexplained.allocated);
  phase.peak.reserved = between(low.reserved, point.reserved, high.reserved, unexplained.reserved);
  if (point.allocated <= point.reserved) {  // else cudnn.benchmark's trials, given back before the peak of the reserved
    for (Bytes Interval::*end : {&Interval::low, &Interval::high})
      phase.peak.reserved.*end = std::max(phase.peak.reserved.*end, phase.peak.allocated.*end);
  }
  phase.peak.process = phase.peak.reserved + context;
  phase.saved_for_backward = ordered(run.saved_for_backward[0], run.saved_for_backward[1], run.saved_for_backward[2]);
  return phase;
}

Interval outside_of_allocator(const Analysis& analysis, const config::Experiment& experiment,
                              const memory::LibrariesUsed& used) {
  const memory::Device* device = analysis.device_facts;
  Interval outside = memory::cuda_context(device, analysis.outcome.torch, experiment.runtime, used);
  if (experiment.distributed) outside = outside + memory::communication_buffers(*experiment.distributed, device);
  return outside;
}

void describe_peak(ConfigOutcome& outcome, const PhasePeak& phase, const memory::Timeline& timeline,
                   const Interval& context) {
  outcome.peak = phase.peak;
  outcome.peak_phase = phase.name;
  put_parameters(outcome, phase.parameters);
  outcome.saved_for_backward = phase.saved_for_backward;
  std::copy(std::begin(timeline.breakdown), std::end(timeline.breakdown), std::begin(outcome.breakdown));
  outcome.breakdown[static_cast<size_t>(Category::context)] += context.point;
  outcome.top = alike_together(timeline.top, kTopContributors);
}

template <typename T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  for (const T& item : from)
    if (std::find(to.begin(), to.end(), item) == to.end()) to.push_back(item);
}

/// Takes over what the program itself sets in its environment; what libraries refuse of it is listed.
std::vector<Unknown> set_by_program(const model::PhaseFacts& phase, config::RuntimeFacts& runtime) {
  std::vector<Unknown> refused;
  for (const auto& [name, text] : phase.environment) {
    if (!config::set_variable(runtime, name, text))
      refused.push_back(
          Unknown{"the program sets " + name + " to `" + text + "`, which the library does not take", {}});
  }
  return refused;
}

/// What a phase runs with.
struct Setting {
  config::Experiment experiment;
  memory::LibrariesUsed used;
  Interval context;
};

Setting setting_of(Analysis& analysis, size_t phase, const graph::TorchProfile& profile) {
  const model::PhaseFacts& facts = analysis.built->facts[phase];
  Setting setting{
      stage_at(*analysis.experiment, facts.stage), memory::libraries_used(analysis.built->phases[phase]), {}};
  config::RuntimeFacts& runtime = setting.experiment.runtime;
  if (facts.cudnn_benchmark) runtime.cudnn_benchmark = facts.cudnn_benchmark;
  auto& distributed = setting.experiment.distributed;
  if (!distributed && !setting.experiment.one_process) distributed = facts.distributed;
  append(analysis.outcome.unknowns, set_by_program(facts, runtime));
  append(analysis.outcome.unknowns, memory::unknown_settings(runtime, profile));
  setting.context = outside_of_allocator(analysis, setting.experiment, setting.used);
  return setting;
}

PhaseRun run_of(const Analysis& analysis, size_t phase, const Setting& setting, const graph::TorchProfile& profile,
                KeptRuns* kept) {
  const std::shared_ptr<const graph::Graph>& graph = analysis.built->phases.shared(phase);
  if (std::optional<PhaseRun> known = kept ? kept->find(graph, analysis) : std::nullopt) return std::move(*known);
  PhaseRun run = run_phase(*graph, analysis, setting.experiment, profile, setting.context);
  if (kept) kept->keep(graph, analysis, run);
  return run;
}

/// Phases are asked for their peaks again and again until it is known which are told: each is simulated once for that,
/// and of the highest the run is kept.
class PhaseRuns {
 public:
  PhaseRuns(Analysis& analysis, const graph::TorchProfile& profile, KeptRuns* kept)
      : analysis_(analysis), profile_(profile), kept_(kept), peaks_(analysis.built->phases.size()) {}

  PeakPoint peak_of(size_t phase) {
    std::optional<PeakPoint>& peak = peaks_[phase];
    if (peak) return *peak;
    const Setting setting = setting_of(analysis_, phase, profile_);
    PhaseRun run = run_of(analysis_, phase, setting, profile_, kept_);
    const memory::Timeline& point = *run.point;
    peak = PeakPoint{point.peak_reserved + setting.context.point, point.peak_allocated,
                     point.breakdown[static_cast<size_t>(Category::optimizer)]};
    if (!highest_ || peak->process > highest_peak_) {
      highest_ = analysis_.built->phases.shared(phase);
      highest_peak_ = peak->process;
      highest_run_ = std::move(run);
    }
    return *peak;
  }

  /// Of a phase that is told: its number there may be another.
  PhaseRun told(size_t phase, const Setting& setting) {
    if (analysis_.built->phases.shared(phase) == highest_) return highest_run_;
    return run_of(analysis_, phase, setting, profile_, kept_);
  }

 private:
  Analysis& analysis_;
  const graph::TorchProfile& profile_;
  KeptRuns* kept_;
  std::vector<std::optional<PeakPoint>> peaks_;
  std::shared_ptr<const graph::Graph> highest_;
  Bytes highest_peak_;
  PhaseRun highest_run_;
};

void add_later(PhasePeak& phase, Bytes later, std::vector<Assumption>& assumptions) {
  if (later.count == 0) return;
  for (Interval* peak : {&phase.peak.allocated, &phase.peak.reserved, &phase.peak.process})
    *peak += Interval::exactly(later);
  assumptions.push_back(
      {"where a branch is taken one way in one step and the other way in another, the optimizer's states "
       "of both are there: " +
           to_string(later) + " more than this step makes",
       {}});
}

/// More allocated than reserved, which is so for a moment: max_memory_allocated() tells what is tried as well.
void note_trials(ConfigOutcome& outcome) {
  const Bytes tried = outcome.peak.allocated.point - outcome.peak.reserved.point;
  if (tried.count <= 0) return;
  outcome.assumptions.push_back(
      {"what torch.backends.cudnn.benchmark tries counts as allocated alone, " + to_string(tried) +
           " beyond what is reserved: it is given back at once, and left out where there is no room for it",
       {}});
}

/// False where a stage is missing for another reason than that the program raises there.
bool leave_out_raising(Analysis& analysis) {
  bool is_counted = true;
  for (const model::BuildFailure& failure : analysis.failures) {
    const bool raises = raises_by_itself(analysis, failure);
    if (raises) analysis.outcome.assumptions.push_back(left_out_stage(failure));
    is_counted = is_counted && (failure.ends || raises);
  }
  return is_counted;
}

}  // namespace

std::string chosen_torch(Analysis& analysis, const Session& session) {
  if (session.options.torch) return *session.options.torch;
  if (analysis.experiment && analysis.experiment->torch) return *analysis.experiment->torch;
  if (session.project && session.project->torch) return *session.project->torch;
  if (std::optional<std::string> installed = installed_torch(session.files)) return std::move(*installed);
  if (const auto stated = stated_torch(session.files)) {
    analysis.outcome.assumptions.push_back(
        {"torch " + stated->release + " runs: " + stated->file + " asks for " + stated->requirement, {}});
    return stated->release;
  }
  return std::string(graph::kDefaultTorch);
}

void choose_device(Analysis& analysis, const Session& session) {
  DeviceBudget device;
  if (session.options.own_device) {
    analysis.device_facts = session.options.own_device.get();
  } else if (const auto name = chosen_device(analysis, session)) {
    analysis.device_facts = memory::find_device(*name);
    if (!analysis.device_facts) {
      analysis.outcome.unknowns.push_back({"no device is called " + *name + "; `vramlint devices` lists them", {}});
      return;
    }
  } else if (!session.options.memory) {
    return;
  }
  if (analysis.device_facts) {
    device.name = analysis.device_facts->name;
    device.memory = analysis.device_facts->memory;
  }
  if (session.options.memory) device.memory = *session.options.memory;  // of that card, as much of it as is free
  device.budget = device.memory;
  if (const auto& experiment = analysis.experiment) {
    device.budget = Bytes(std::llround(static_cast<double>(device.memory.count) * experiment->budget_fraction));
    if (experiment->budget) device.budget = std::min(device.budget, *experiment->budget);
  }
  device.budget = Bytes(std::llround(static_cast<double>(device.budget.count) * (1 - session.spare)));
  analysis.device = device;
  analysis.outcome.device = device;
}

void put_parameters(ConfigOutcome& outcome, const ParameterCount& count) {
  outcome.parameters = count.total;
  outcome.trainable_parameters = count.trainable;
  outcome.parameter_bytes = count.bytes;
}

void estimate(Analysis& analysis, KeptRuns* kept) {
  ConfigOutcome& outcome = analysis.outcome;
  if (!analysis.built) return;
  const auto profile = graph::torch_profile(outcome.torch);
  if (!profile) {
    outcome.unknowns.push_back({"torch " + outcome.torch + " is not a version this program knows (1.5 and later)", {}});
    return;
  }
  model::Built& built = *analysis.built;
  Bytes highest{-1};
  PhaseRuns runs(analysis, *profile, kept);
  const auto peak_of = [&](size_t i) { return runs.peak_of(i); };
  const auto& [later, missing, lower, left_out] =
      leave_highest(built, peak_of, analysis.device ? std::optional(analysis.device->budget) : std::nullopt);
  append(outcome.unknowns, missing);
  append(outcome.unknowns, analysis.experiment->others);
  append(outcome.assumptions, left_out);
  append(analysis.notes.vain_arms, lower);
  bool complete = leave_out_raising(analysis) && missing.empty() && analysis.experiment->others.empty(), within = true,
       is_bound = are_lower_bounds(missing);
  for (size_t i = 0; i < built.phases.size(); ++i) {
    const graph::Graph& graph = built.phases[i];
    Setting setting = setting_of(analysis, i, *profile);
    const PhaseRun run = runs.told(i, setting);
    const memory::Platform platform = {*profile, setting.experiment.runtime, analysis.device_facts};
    PhasePeak phase = summarise(run, graph.phase, setting.context,
                                memory::unexplained(platform, setting.used, built.facts[i].compiles));
    add_later(phase, later[i], outcome.assumptions);
    describe_parameters(phase, graph, built.facts[i].models);
    const memory::Timeline& point = *run.point;
    if (phase.peak.process.point > highest) {
      highest = phase.peak.process.point;
      describe_peak(outcome, phase, point, setting.context);
      outcome.breakdown[static_cast<size_t>(Category::optimizer)] += later[i];
      static_cast<model::PhaseFacts&>(built) = built.facts[i];
    }
    append(outcome.unknowns, graph.unknowns);
    is_bound = is_bound && are_lower_bounds(graph.unknowns);
    append(outcome.unknowns, run.trace->unknowns);
    append(outcome.assumptions, graph.assumptions);
    if (point.out_of_memory)
      outcome.unknowns.push_back({"one request is beyond every device; what comes after it is not counted", {}});
    const bool fits_later =
        !analysis.device || later[i].count == 0 || phase.peak.process.point <= analysis.device->budget;
    within = within && run.fits && fits_later;
    if (run.fits) outcome.retries = std::max(outcome.retries, point.retries);
    complete = complete && !point.out_of_memory && graph.unknowns.empty() && run.trace->unknowns.empty();
    outcome.phases.push_back(std::move(phase));
    analysis.timelines.share(run.point);
    analysis.traces.share(run.trace);
    analysis.runtimes.push_back(std::move(setting.experiment.runtime));
  }
  note_trials(outcome);
  outcome.status = complete ? Status::estimated : Status::partial;
  if (!analysis.device) return;
  if (complete || (is_bound && !within)) outcome.fits = within;  // a lower bound can only show that it does not fit
}

}  // namespace vramlint
