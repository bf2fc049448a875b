// Records of the probe: what a run of the same graph really held.
#pragma once

#include <string>

#include "analyze.h"

namespace vramlint {

/// Root-relative folder of the records, each named by the hash of its graph.
inline constexpr std::string_view kMeasuredFolder = ".vramlint/measured";

/// What the experiment does around the graph, in words that a record repeats: "adam, weight decay; accumulation 2".
std::string probe_settings(const config::Experiment& experiment);

/// Fills in `Outcome::measured` from the record of the phase whose process peak is highest. A record that cannot be
/// read, or that was taken under other settings, is an assumption that says so.
void pick_up_measured(Analysis& analysis, const Session& session);

}  // namespace vramlint
