#include "probes/steps/step_measure.h"

#include "probes/meter/counting_allocator.h"
#include "probes/torch_build.h"

namespace vramlint::probes {

namespace {

/// A trace as a log of requests, and its places in that log.
struct Simulated {
  RequestLog log;
  std::vector<Reached> places;
  size_t steady = 0;
};

Simulated simulated(const memory::Trace& trace) {
  Simulated result;
  size_t next_place = 0;
  for (size_t i = 0; i <= trace.events.size(); ++i) {
    for (; next_place < trace.places.size() && trace.places[next_place].at == i; ++next_place) {
      const memory::Place& place = trace.places[next_place];
      result.places.push_back({result.log.size(), place.event, place.node});
    }
    if (i == trace.steady) result.steady = result.log.size();
    if (i == trace.events.size()) break;
    const memory::TraceEvent& event = trace.events[i];
    const bool makes = event.kind == memory::TraceEvent::Kind::allocate;
    if (makes && event.bytes.count > 0 && trace.labels[event.label].category != Category::workspace) {
      result.log.push_back({event.id, event.bytes.count});
    }
    if (event.kind == memory::TraceEvent::Kind::free) result.log.push_back({event.id, 0});
  }
  return result;
}

/// `result.expected` and its saved bytes.
void expect(const graph::Graph& graph, const config::Experiment& experiment, StepMeasure& result) {
  const memory::Trace trace = memory::trace(graph, experiment, torch_profile(), memory::Scenario::point);
  const Simulated expectation = simulated(trace);
  result.expected = profile(expectation.log, expectation.places, 0, expectation.steady);
  result.expected_saved = trace.saved_for_backward.count;
}

}  // namespace

Figures simulate_step(const graph::Graph& graph, const config::Experiment& experiment) {
  StepMeasure result;
  expect(graph, experiment, result);
  return {result.expected.peak, result.expected.reserved, result.expected_saved};
}

StepMeasure measure_step(const graph::Graph& graph, const config::Experiment& experiment) {
  StepMeasure result;
  expect(graph, experiment, result);
  const size_t begin = requests().size();
  size_t steady = begin;
  std::vector<Reached> places;
  size_t end = begin;
  {
    Run run(graph, experiment, torch_profile());
    run.set_up();
    const memory::Accumulation accumulation(graph, experiment.accumulation);
    for (int iteration = 1; iteration <= 2; ++iteration) {
      steady = requests().size();
      for (int pass = 0; pass < accumulation.passes(); ++pass) run.iterate(accumulation.pass(pass));
    }
    end = requests().size();
    places = run.places();
    result.saved = run.saved_for_backward();
  }
  const RequestLog log(requests().begin(), requests().begin() + static_cast<std::ptrdiff_t>(end));
  result.measured = profile(log, places, begin, steady);
  return result;
}

}  // namespace vramlint::probes
