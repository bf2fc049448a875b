// Any stage of the pipeline, printed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "analyze.h"

namespace vramlint {

/// `stage`: source, config, experiment, usage, graph, trace, timeline, findings. `json`: for machines, else text.
/// Empty if there is no such stage; a stage without a result prints why.
std::optional<std::string> dump(std::string_view stage, const Analysis& analysis, bool json);
std::string_view dump_stages();  ///< "source, config, …"

/// Whether the stage exists and has a result.
bool has_stage(std::string_view stage, const Analysis& analysis);

}  // namespace vramlint
