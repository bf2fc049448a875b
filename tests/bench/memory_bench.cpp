// How long tracing and simulating take on a graph of ResNet-101's size: 33 bottlenecks of three convolutions, each with
// a batch norm and a ReLU in place, and a residual sum; 2 iterations.
#include <benchmark/benchmark.h>

#include <string>

#include "tests/unit/memory/small_graph.h"

namespace vramlint::memory::test {
namespace {

SmallGraph resnet101() {
  SmallGraph g;
  const graph::Shape map = {8, 256, 64, 64};
  const auto scale = g.parameter("scale", {256});
  const auto x = g.batch(map);
  g.zero_grad();
  auto h = x;
  for (int block = 0; block < 33; ++block) {
    const auto shortcut = h;
    for (int layer = 0; layer < 3; ++layer) {
      const auto weight = g.parameter("layer" + std::to_string(block * 3 + layer) + ".weight", {256, 256, 3, 3});
      const auto convolved = g.call(kConv, {h, weight}, map);
      const auto normalised = g.call(kBatchNorm, {convolved, scale}, map);
      g.drop({convolved});
      if (h != shortcut) g.drop({h});
      h = layer == 2 ? normalised : g.call(kReluInPlace, {normalised});
      if (h != normalised) g.drop({normalised});
    }
    const auto sum = g.call(kAdd, {h, shortcut});
    g.drop({h});
    if (shortcut != x) g.drop({shortcut});
    h = g.call(kReluInPlace, {sum});
    g.drop({sum});
  }
  const auto loss = g.call(kSum, {h});
  g.drop({h});
  g.backward(loss);
  g.optimizer_step();
  g.drop({loss, x});
  return g;
}

config::Experiment with_adam() {
  config::Experiment experiment;
  experiment.optimizer.name = "adam";
  return experiment;
}

void trace_only(benchmark::State& state) {
  const SmallGraph g = resnet101();
  const config::Experiment experiment = with_adam();
  const graph::TorchProfile torch = *graph::torch_profile("2.4");
  for (auto _ : state) benchmark::DoNotOptimize(trace(g.graph(), experiment, torch, Scenario::point));
}

void simulate_only(benchmark::State& state) {
  const SmallGraph g = resnet101();
  const Trace events = trace(g.graph(), with_adam(), *graph::torch_profile("2.4"), Scenario::point);
  for (auto _ : state) benchmark::DoNotOptimize(simulate(events, g.graph()));
  state.counters["events"] = static_cast<double>(events.events.size());
}

BENCHMARK(trace_only)->Unit(benchmark::kMicrosecond);
BENCHMARK(simulate_only)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace vramlint::memory::test
