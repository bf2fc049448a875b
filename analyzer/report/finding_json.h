// A finding as JSON, as all reports have it.
#pragma once

#include <nlohmann/json.hpp>

#include "base/finding.h"
#include "report/report.h"

namespace vramlint::report {

nlohmann::ordered_json finding_json(const Finding& finding, const Context& context);

}  // namespace vramlint::report
