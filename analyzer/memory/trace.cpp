#include "memory/trace.h"

#include "memory/step.h"

namespace vramlint::memory {

Bytes pick(const Interval& interval, Scenario scenario) {
  switch (scenario) {
    case Scenario::low:
      return interval.low;
    case Scenario::point:
      return interval.point;
    case Scenario::high:
      return interval.high;
  }
  return interval.point;
}

namespace {

void note_unknown_optimizer(const config::Experiment& experiment, Trace& trace) {
  const config::OptimizerFacts& optimizer = experiment.optimizer;
  if (find_optimizer(optimizer.name)) return;
  trace.unknowns.push_back({"the memory of the optimizer '" + optimizer.name +
                                "' is not known; two states a parameter are assumed, as Adam has",
                            optimizer.span});
}

/// A play, and what it says of the scenarios that were not played.
struct Played {
  Trace trace;
  std::vector<StorageTable::Varying> varying;
  Interval saved;
  bool same_course = true;  ///< in every scenario: only sizes differ
};

Played play(const graph::Graph& graph, const config::Experiment& experiment, const graph::TorchProfile& profile,
            Scenario scenario, const Device* device) {
  Played result;
  result.trace.phase = graph.phase;
  note_unknown_optimizer(experiment, result.trace);
  graph::TorchProfile torch = profile;  // attention kernels are chosen by the card
  if (device) torch.compute_capability = 10 * device->compute_major + device->compute_minor;
  ScenarioPlayed played(scenario);
  Step step({graph, experiment, torch, played, device}, result.trace);
  const Accumulation accumulation(graph, experiment.accumulation);
  step.set_up();
  std::vector<TraceEvent>& events = result.trace.events;
  for (int iteration = 1; iteration <= 2; ++iteration) {
    if (iteration == 2) result.trace.steady = events.size();
    events.push_back({.kind = TraceEvent::Kind::mark, .what = iteration == 1 ? "first iteration" : "second iteration"});
    for (int pass = 0; pass < accumulation.passes(); ++pass) step.iterate(accumulation.pass(pass));
  }
  step.close();
  for (const auto& [event, leaf] : step.take_reached()) result.trace.reached.push_back({event, leaf});
  result.varying = step.varying();
  result.saved = step.saved_for_backward();
  result.trace.saved_for_backward = pick(result.saved, scenario);
  result.same_course = !played.asked();
  return result;
}

Trace in_scenario(const Played& played, Scenario scenario) {
  Trace trace = played.trace;
  for (const StorageTable::Varying& one : played.varying) trace.events[one.event].bytes = pick(one.bytes, scenario);
  trace.saved_for_backward = pick(played.saved, scenario);
  return trace;
}

}  // namespace

Trace trace(const graph::Graph& graph, const config::Experiment& experiment, const graph::TorchProfile& profile,
            Scenario scenario, const Device* device) {
  return play(graph, experiment, profile, scenario, device).trace;
}

std::array<Trace, 3> traces(const graph::Graph& graph, const config::Experiment& experiment,
                            const graph::TorchProfile& profile, const Device* device) {
  Played point = play(graph, experiment, profile, Scenario::point, device);
  const auto other = [&](Scenario scenario) {
    return point.same_course ? in_scenario(point, scenario) : trace(graph, experiment, profile, scenario, device);
  };
  Trace low = other(Scenario::low), high = other(Scenario::high);
  return {std::move(low), std::move(point.trace), std::move(high)};
}

}  // namespace vramlint::memory
