// What `vramlint fit` answers, and how it is printed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/catalogue.h"
#include "integrations/cli/workspace.h"
#include "rules/largest_batch.h"
#include "rules/plans.h"

namespace vramlint::cli {

/// One config on one device.
struct Fitting {
  Analysis analysis;
  rules::Plans plans;                           ///< where it does not fit
  std::optional<rules::LargestBatch> headroom;  ///< where it does
};

/// The workspace must outlive it. Throws UsageError where a key that is to be kept is none of the config's.
Fitting fitting_of(const Source& source, Workspace& workspace, const rules::PlanOptions& options);

/// "GeForce RTX 3090 (23.7 GiB)".
Words device_text(const Analysis& analysis);

/// In the catalogue's language; null: English.
std::string fit_text(const std::vector<Fitting>& fittings, const Catalogue* catalogue);
/// Sizes in bytes; docs/fit.md describes it.
std::string fit_json(const std::vector<Fitting>& fittings);

}  // namespace vramlint::cli
