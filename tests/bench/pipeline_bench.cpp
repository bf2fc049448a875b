// How long the pipeline takes on the shipped example, in this process: everything parsed anew, and with the parsed
// model source shared as it is between the configs of one run.
#include <benchmark/benchmark.h>

#include "analyze.h"
#include "rules/list.h"

namespace vramlint::tests {
namespace {

constexpr const char* kConfig = "config/config.yaml";

struct Example {
  DiskFiles files{VRAMLINT_SOURCE_DIR "/tests/examples/soil_moisture"};
  Findings findings;
  std::unique_ptr<config::Project> project = config::load_project(*files.read("vramlint.yaml").source, files, findings);
  const Source& source = *files.read(kConfig).source;
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

}  // namespace
}  // namespace vramlint::tests

BENCHMARK_MAIN();
