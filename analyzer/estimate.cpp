#include "estimate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "kept_runs.h"
#include "memory/allocator_config.h"
#include "memory/libraries/cuda_context.h"
#include "memory/libraries/unexplained.h"

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

/// On the device where there is one, as far as the budget lets it; where that is not enough, as if it were larger.
struct Room {
  const Analysis& analysis;
  const config::AllocatorSettings& settings;
  const graph::TorchProfile& profile;
  const Interval& outside;  ///< what the process takes outside of the allocator

  template <typename Simulate>
  auto operator()(memory::Scenario scenario, const Simulate& simulate) const {
    if (analysis.device) {
      const memory::DeviceRoom room = {analysis.device->memory, analysis.device->budget - pick(outside, scenario)};
      auto there = simulate(memory::allocator_config(settings, profile, room));
      if (!there.out_of_memory) return std::pair(std::move(there), true);
    }
    return std::pair(simulate(memory::allocator_config(settings, profile)), false);
  }
};

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
    if (!analysis.device && same_sizes(trace, point)) continue;
    run.peaks[index] =
        room(scenario, [&](const auto& allocator) { return memory::simulate_peaks(trace, allocator); }).first;
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
  const auto between = [](Bytes a, Bytes b, Bytes c, double share) { return memory::widened(ordered(a, b, c), share); };
  phase.peak.allocated = between(low.allocated, point.allocated, high.allocated, unexplained.allocated);
  phase.peak.reserved = between(low.reserved, point.reserved, high.reserved, unexplained.reserved);
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

void add(ParameterCount& count, const graph::Tensor& tensor) {
  const int64_t elements = tensor.type.numel();
  count.total += elements;
  count.trainable += tensor.requires_grad ? elements : 0;
  count.bytes += tensor.type.bytes().point;
}

void describe_parameters(PhasePeak& phase, const graph::Graph& graph, const std::vector<std::string>& models) {
  for (const std::string& model : models) phase.modules.push_back({model, {}});
  for (const graph::Parameter& parameter : graph.parameters) {
    if (parameter.buffer) continue;
    add(phase.parameters, graph.tensors[parameter.tensor]);
    for (auto& [model, count] : phase.modules) {
      if (parameter.name.starts_with(model + ".")) add(count, graph.tensors[parameter.tensor]);
    }
  }
}

void describe_peak(ConfigOutcome& outcome, const PhasePeak& phase, const memory::Timeline& timeline,
                   const Interval& context) {
  outcome.peak = phase.peak;
  outcome.peak_phase = phase.name;
  outcome.parameters = phase.parameters.total;
  outcome.trainable_parameters = phase.parameters.trainable;
  outcome.parameter_bytes = phase.parameters.bytes;
  outcome.saved_for_backward = phase.saved_for_backward;
  std::copy(std::begin(timeline.breakdown), std::end(timeline.breakdown), std::begin(outcome.breakdown));
  outcome.breakdown[static_cast<size_t>(Category::context)] += context.point;
  outcome.top.assign(timeline.top.begin(),
                     timeline.top.begin() + static_cast<ptrdiff_t>(std::min(timeline.top.size(), kTopContributors)));
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

}  // namespace

std::string chosen_torch(const Analysis& analysis, const Session& session) {
  if (session.options.torch) return *session.options.torch;
  if (analysis.experiment && analysis.experiment->torch) return *analysis.experiment->torch;
  if (session.project && session.project->torch) return *session.project->torch;
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
  bool complete = analysis.failures.empty(), within = true, is_bound = true;
  for (size_t i = 0; i < built.phases.size(); ++i) {
    const graph::Graph& graph = built.phases[i];
    config::Experiment experiment = stage_at(*analysis.experiment, built.facts[i].stage);
    if (built.facts[i].cudnn_benchmark) experiment.runtime.cudnn_benchmark = built.facts[i].cudnn_benchmark;
    append(outcome.unknowns, set_by_program(built.facts[i], experiment.runtime));
    append(outcome.unknowns, memory::unknown_settings(experiment.runtime, *profile));
    const memory::LibrariesUsed used = memory::libraries_used(graph);
    const Interval context = outside_of_allocator(analysis, experiment, used);
    std::optional<PhaseRun> known = kept ? kept->find(built.phases.shared(i), analysis) : std::nullopt;
    const PhaseRun run = known ? std::move(*known) : run_phase(graph, analysis, experiment, *profile, context);
    if (kept && !known) kept->keep(built.phases.shared(i), analysis, run);
    const memory::Platform platform = {*profile, experiment.runtime, analysis.device_facts};
    PhasePeak phase = summarise(run, graph.phase, context, memory::unexplained(platform, used));
    describe_parameters(phase, graph, built.facts[i].models);
    const memory::Timeline& point = *run.point;
    if (phase.peak.process.point > highest) {
      highest = phase.peak.process.point;
      describe_peak(outcome, phase, point, context);
      static_cast<model::PhaseFacts&>(built) = built.facts[i];
    }
    append(outcome.unknowns, graph.unknowns);
    is_bound = is_bound && are_lower_bounds(graph.unknowns);
    append(outcome.unknowns, run.trace->unknowns);
    append(outcome.assumptions, graph.assumptions);
    if (point.out_of_memory)
      append(outcome.unknowns, {Unknown{"one request is beyond every device; what comes after it is not counted", {}}});
    within = within && run.fits;
    if (run.fits) outcome.retries = std::max(outcome.retries, point.retries);
    complete = complete && !point.out_of_memory && graph.unknowns.empty() && run.trace->unknowns.empty();
    outcome.phases.push_back(std::move(phase));
    analysis.timelines.share(run.point);
    analysis.traces.share(run.trace);
    analysis.runtimes.push_back(std::move(experiment.runtime));
  }
  outcome.status = complete ? Status::estimated : Status::partial;
  if (!analysis.device) return;
  if (complete || (is_bound && !within)) outcome.fits = within;  // a lower bound can only show that it does not fit
}

}  // namespace vramlint
