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

}  // namespace

Trace trace(const graph::Graph& graph, const config::Experiment& experiment, const graph::TorchProfile& profile,
            Scenario scenario, const Device* device) {
  Trace result;
  result.phase = graph.phase;
  note_unknown_optimizer(experiment, result);
  graph::TorchProfile torch = profile;  // attention kernels are chosen by the card
  if (device) torch.compute_capability = 10 * device->compute_major + device->compute_minor;
  Step step({graph, experiment, torch, scenario, device}, result);
  const Accumulation accumulation(graph, experiment.accumulation);
  step.set_up();
  for (int iteration = 1; iteration <= 2; ++iteration) {
    if (iteration == 2) result.steady = result.events.size();
    result.events.push_back(
        {.kind = TraceEvent::Kind::mark, .what = iteration == 1 ? "first iteration" : "second iteration"});
    for (int pass = 0; pass < accumulation.passes(); ++pass) step.iterate(accumulation.pass(pass));
  }
  step.close();
  result.saved_for_backward = step.saved_for_backward();
  return result;
}

}  // namespace vramlint::memory
