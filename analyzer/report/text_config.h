// One config's estimate as text.
#pragma once

#include <string>

#include "base/outcome.h"
#include "report/report.h"

namespace vramlint::report {

/// One line: mark, path, verdict, device.
std::string headline(const ConfigOutcome& config, const Context& context);

/// Peak, breakdown bar, contributors, assumptions, unknowns and what was not checked.
std::string details(const ConfigOutcome& config, const Context& context);

}  // namespace vramlint::report
