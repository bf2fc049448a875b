// What a sweep has yielded, put together.
#pragma once

#include <string>

#include "integrations/cli/sweep.h"

namespace vramlint::cli {

struct SweepCounts {
  size_t as_expected = 0, differs = 0, not_measured = 0, failed = 0;
  std::string failures;  ///< a line each: the config, its task and where its log lies
};

/// One line a config, in their order: what its task left, or that there is nothing and why.
SweepCounts write_ledger(const Sweep& sweep, const std::string& file);

/// What `vramlint check` finds in the configs now that they are measured. What went wrong; empty if nothing did.
std::string write_sweep_sarif(const Sweep& sweep, const std::string& file);

}  // namespace vramlint::cli
