// What our description of an operator says, against what torch was recorded to do with the same sample.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "graph/op.h"
#include "probes/operators/exemptions.h"

namespace vramlint::probes {

/// One line a difference; none: they agree. `record` as tests/recordings/record_ops.py writes it.
std::vector<std::string> differences(const graph::Call& call, const nlohmann::json& record, const Exemption& exempt,
                                     const graph::TorchProfile& torch);

}  // namespace vramlint::probes
