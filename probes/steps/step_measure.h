// One step of a graph, measured and simulated.
#pragma once

#include "memory/trace.h"
#include "probes/meter/meter.h"
#include "probes/record_file.h"
#include "probes/steps/stretches.h"

namespace vramlint::probes {

struct StepMeasure {
  Profile measured, expected;
  int64_t saved = 0, expected_saved = 0;
  std::optional<Figures> replayed;  ///< see Meter::replayed
  ProcessMemory process;
};

/// Two iterations in LibTorch on the chosen device, beside the trace of the simulator for this LibTorch; on a CPU both
/// without library workspaces. Throws RunError.
StepMeasure measure_step(const graph::Graph& graph, const config::Experiment& experiment);

/// The simulation alone.
Figures simulate_step(const graph::Graph& graph, const config::Experiment& experiment);

}  // namespace vramlint::probes
