// An operator's sample as JSON: what the recorder reads, and what a recording is compared with.
#pragma once

#include <nlohmann/json.hpp>

#include "graph/op.h"

namespace vramlint::probes {

nlohmann::json sample_json(const graph::Call& call);

}  // namespace vramlint::probes
