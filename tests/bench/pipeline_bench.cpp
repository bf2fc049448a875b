// How long the pipeline takes in this process: on the shipped example, everything parsed anew and with the parsed model
// source shared as it is between the configs of one run; and the two steps of a large graph, FCN on ResNet-101.
#include <benchmark/benchmark.h>

#include "analyze.h"
#include "rules/list.h"

namespace vramlint::tests {
namespace {

struct Example {
  explicit Example(const char* folder = "tests/examples/soil_moisture", const char* config = "config/config.yaml")
      : files(std::filesystem::path(VRAMLINT_SOURCE_DIR) / folder), source(*files.read(config).source) {}
  DiskFiles files;
  Findings findings;
  std::unique_ptr<config::Project> project = config::load_project(*files.read("vramlint.yaml").source, files, findings);
  const Source& source;
};

void everything_anew(benchmark::State& state) {
  for (auto _ : state) {
    Example example;
    interp::ParsedModules parsed;
    config::BaseCache bases;
    benchmark::DoNotOptimize(
        analyze(example.source, {example.files, example.project.get(), parsed, bases, {}, rules::all()}).outcome.peak);
  }
}
BENCHMARK(everything_anew)->Unit(benchmark::kMillisecond);

void once_parsed(benchmark::State& state) {
  Example example;
  interp::ParsedModules parsed;
  config::BaseCache bases;
  const Session session{example.files, example.project.get(), parsed, bases, {}, rules::all()};
  for (auto _ : state) benchmark::DoNotOptimize(analyze(example.source, session).outcome.peak);
}
BENCHMARK(once_parsed)->Unit(benchmark::kMillisecond);

void simulation_alone(benchmark::State& state) {
  Example example;
  interp::ParsedModules parsed;
  config::BaseCache bases;
  const Analysis analysis =
      analyze(example.source, {example.files, example.project.get(), parsed, bases, {}, rules::all()});
  if (analysis.traces.empty()) return state.SkipWithError("the example could not be estimated");
  for (auto _ : state) {
    benchmark::DoNotOptimize(memory::simulate(analysis.traces[0], analysis.built->phases[0]).peak_reserved);
  }
}
BENCHMARK(simulation_alone)->Unit(benchmark::kMillisecond);

void two_steps_of_fcn_r101(benchmark::State& state) {
  Example example("tests/published/segmentation", "fcn_r101_512x1024.yaml");
  interp::ParsedModules parsed;
  config::BaseCache bases;
  const Analysis analysis =
      analyze(example.source, {example.files, example.project.get(), parsed, bases, {}, rules::all()});
  if (!analysis.built) return state.SkipWithError("the model could not be built");
  const graph::Graph& graph = analysis.built->phases[0];
  const graph::TorchProfile torch = *graph::torch_profile(analysis.outcome.torch);
  for (auto _ : state) {
    const memory::Trace trace =
        memory::trace(graph, *analysis.experiment, torch, memory::Scenario::point, analysis.device_facts);
    benchmark::DoNotOptimize(memory::simulate(trace, graph).peak_allocated);
  }
}
BENCHMARK(two_steps_of_fcn_r101)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace vramlint::tests

BENCHMARK_MAIN();
