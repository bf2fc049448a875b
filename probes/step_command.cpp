// `step GRAPH.json`: runs a dumped graph and lays what was measured beside the simulation.
#include <cmath>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "graph/hash.h"
#include "probes/command_line.h"
#include "probes/commands.h"
#include "probes/device_choice.h"
#include "probes/measuring.h"
#include "probes/record_file.h"
#include "probes/steps/read_graph.h"
#include "probes/steps/step_file.h"
#include "probes/steps/step_measure.h"
#include "probes/torch_build.h"

namespace vramlint::probes {

namespace {

using nlohmann::json;

constexpr double kTolerance = 0.01;

double percent(int64_t measured, int64_t expected) {
  return expected == 0 ? 0 : 100 * static_cast<double>(measured - expected) / static_cast<double>(expected);
}

void print_row(const char* what, int64_t measured, int64_t expected) {
  std::printf("  %-22s %15lld measured %15lld simulated  %+.3f %%\n", what, static_cast<long long>(measured),
              static_cast<long long>(expected), percent(measured, expected));
}

/// Scalars that one side wraps and the other does not are not worth a line: differences of a thousandth of the peak.
void print_partings(const graph::Graph& graph, const StepMeasure& measure, size_t most) {
  const std::vector<Parting> found = partings(measure.expected, measure.measured, measure.expected.peak / 1000);
  for (size_t i = 0; i < found.size() && i < most; ++i) {
    const Parting& parting = found[i];
    std::printf("  %s %s: rises by %lld, simulated %lld; leaves %+lld, simulated %+lld\n",
                i == 0 ? "parts first at" : "          then", describe(graph, parting.measured).c_str(),
                static_cast<long long>(parting.measured.rise), static_cast<long long>(parting.expected.rise),
                static_cast<long long>(parting.measured.growth), static_cast<long long>(parting.expected.growth));
  }
  if (found.size() > most) std::printf("  … and %zu parts more\n", found.size() - most);
}

/// What a CUDA device alone can tell.
void print_device(const StepMeasure& measure) {
  if (measure.replayed) {
    print_row("allocator, allocated", measure.measured.peak, measure.replayed->peak_allocated);
    print_row("allocator, reserved", measure.measured.reserved, measure.replayed->peak_reserved);
  }
  if (measure.process.process) {
    std::printf("  %-22s %15lld measured, of which context and kernels %lld\n", "process",
                static_cast<long long>(*measure.process.process), static_cast<long long>(*measure.process.context));
  }
}

void print_peak(const char* who, const graph::Graph& graph, const Profile& profile) {
  if (profile.peak_stretch >= profile.stretches.size()) return;
  std::printf("  %s peak: %s\n", who, describe(graph, profile.stretches[profile.peak_stretch]).c_str());
}

Record record_of(const graph::Graph& graph, const StepMeasure& measure, const StepFile& file) {
  Record record;
  record.kind = "step";
  record.graph_hash = graph::hash(graph);
  record.phase = graph.phase;
  record.settings = file.settings;
  record.measured = {measure.measured.peak, measure.measured.reserved, measure.saved};
  record.replayed = measure.replayed;
  record.context = measure.process.context;
  record.process = measure.process.process;
  record.simulated = Figures{measure.expected.peak, measure.expected.reserved, measure.expected_saved};
  return record;
}

bool agrees(const StepMeasure& measure, double tolerance) {
  return std::fabs(percent(measure.measured.peak, measure.expected.peak)) <= tolerance * 100 &&
         measure.saved == measure.expected_saved;
}

}  // namespace

int step_command(const std::vector<std::string>& words) {
  const CommandLine options(words, {"device", "tolerance", "partings", "output", "json?"});
  if (options.plain().size() != 1) throw UsageError("step takes one file: a dumped graph");
  start_measuring(options, Kernels::neutral);
  const json document = json::parse(read_text(options.plain()[0]), nullptr, false);
  if (document.is_discarded()) throw UsageError(options.plain()[0] + ": is not JSON");
  const StepFile file = read_step(document, chosen_device().cuda);
  const double tolerance = options.number("tolerance", kTolerance);
  bool all_agree = true;
  for (const graph::Graph& graph : file.phases) {
    const StepMeasure measure = measure_step(graph, file.experiment);
    const auto record = to_json(record_of(graph, measure, file));
    if (const auto folder = options.value("output")) {
      write_text(record_path(*folder, record.at("graph_hash")), record.dump(2) + "\n");
    }
    all_agree = all_agree && agrees(measure, tolerance);
    if (options.has("json")) {
      std::cout << record.dump() << std::endl;
      continue;
    }
    std::printf("phase %s on torch %s, %s\n", graph.phase.c_str(), torch_version().c_str(), device_name().c_str());
    print_row("peak allocated", measure.measured.peak, measure.expected.peak);
    print_row("peak reserved", measure.measured.reserved, measure.expected.reserved);
    print_row("saved for backward", measure.saved, measure.expected_saved);
    print_device(measure);
    print_peak("measured", graph, measure.measured);
    print_peak("simulated", graph, measure.expected);
    print_partings(graph, measure, static_cast<size_t>(options.number("partings", 1)));
  }
  return all_agree ? 0 : 1;
}

}  // namespace vramlint::probes
