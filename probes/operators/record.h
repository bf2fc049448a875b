// What LibTorch does with the samples of an operator, in the form of tests/recordings/record_ops.py.
#pragma once

#include <nlohmann/json.hpp>

#include "graph/op.h"

namespace vramlint::probes {

/// {"schema", "samples": [{"call", "outputs", "saved", "gradients"} or {"call", "error"}]}. The hooks for saved tensors
/// must be installed.
nlohmann::json record(const graph::Op& op);

}  // namespace vramlint::probes
