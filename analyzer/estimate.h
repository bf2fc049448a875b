// From built graphs to the figures of a ConfigOutcome.
#pragma once

#include "analyze.h"

namespace vramlint {

/// Chooses device, budget and torch version: command line before recipe before project file before the default.
void choose_device(Analysis& analysis, const Session& session);

/// Traces and simulates every phase, in every scenario that differs, and fills in the outcome.
void estimate(Analysis& analysis);

}  // namespace vramlint
