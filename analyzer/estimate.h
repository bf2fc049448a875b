// From built graphs to the figures of a ConfigOutcome.
#pragma once

#include "analyze.h"

namespace vramlint {

/// The torch version the step runs under: command line before recipe before project file before what is installed
/// before what the project's requirements ask for before the default.
std::string chosen_torch(Analysis& analysis, const Session& session);

/// Chooses device and budget: command line before recipe before project file.
void choose_device(Analysis& analysis, const Session& session);

void put_parameters(ConfigOutcome& outcome, const ParameterCount& count);

/// Traces and simulates every phase, in every scenario that differs, and fills in the outcome. `kept` may be null.
void estimate(Analysis& analysis, KeptRuns* kept);

}  // namespace vramlint
