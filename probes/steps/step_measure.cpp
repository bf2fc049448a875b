#include "probes/steps/step_measure.h"

#include "probes/steps/run.h"
#include "probes/torch_build.h"

namespace vramlint::probes {

namespace {

/// `result.expected` and its saved bytes.
void expect(const graph::Graph& graph, const config::Experiment& experiment, const Meter& meter, StepMeasure& result) {
  const memory::Trace trace =
      memory::trace(graph, experiment, torch_profile(), memory::Scenario::point, meter.device());
  result.expected = profile(meter.expected(trace));
  result.expected_saved = trace.saved_for_backward.count;
}

/// Two iterations; the meter stands at their end.
Course play(Run& run, const memory::Accumulation& accumulation, Meter& meter) {
  Course course;
  run.set_up();
  for (int iteration = 1; iteration <= 2; ++iteration) {
    course.steady = meter.mark();
    for (int pass = 0; pass < accumulation.passes(); ++pass) run.iterate(accumulation.pass(pass));
  }
  meter.mark();
  course.moments = meter.moments();
  course.places = run.places();
  return course;
}

}  // namespace

Figures simulate_step(const graph::Graph& graph, const config::Experiment& experiment) {
  StepMeasure result;
  expect(graph, experiment, *start_meter(), result);
  return {result.expected.peak, result.expected.reserved, result.expected_saved};
}

StepMeasure measure_step(const graph::Graph& graph, const config::Experiment& experiment) {
  StepMeasure result;
  const std::unique_ptr<Meter> meter = start_meter();
  expect(graph, experiment, *meter, result);
  meter->mark();
  const graph::TorchProfile& torch = torch_profile();
  const memory::Accumulation accumulation(graph, experiment.accumulation);
  Run run(graph, experiment, torch, *meter);
  const Course course = play(run, accumulation, *meter);
  result.measured = profile(course);
  result.saved = run.saved_for_backward();
  if (const auto replayed = meter->replayed(course.steady)) {
    result.replayed = Figures{replayed->peak, replayed->reserved, 0};
  }
  result.process = meter->process();
  return result;
}

}  // namespace vramlint::probes
