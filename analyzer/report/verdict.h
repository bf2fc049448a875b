// The sentences that several formats share.
#pragma once

#include <optional>
#include <string>

#include "base/outcome.h"
#include "report/groups.h"

namespace vramlint::report {

struct Counts {
  int configs = 0, estimated = 0, partial = 0, not_estimable = 0, no_training = 0;
  int errors = 0, warnings = 0, notes = 0;
  int safe_fixes = 0, unsafe_fixes = 0;  ///< findings whose first fix of that safety, or a milder one, can be applied
};

Counts count(const Outcome& outcome);  ///< every config's findings for themselves
Counts count(const Outcome& outcome, const std::vector<Group>& groups);

/// The mildest safety of the finding's fixes that can be put into files.
std::optional<Safety> mildest_fix(const Finding& finding);

/// "31.4 GiB", "31.4 GiB (30.9 GiB to 32 GiB)", "at least 31.4 GiB" where something is missing from it.
Words shown(const Interval& size, Status status);
/// As far as the figures of the config are known.
Words shown(const Interval& size, const ConfigOutcome& config);

/// "needs 31.4 GiB, does not fit rtx3090 (24 GiB)", "not estimable".
Words verdict(const ConfigOutcome& config);

/// "rtx3090", or "the device" where only a size was given.
Words device_name(const DeviceBudget& device);

/// "set batch_size to 48 (unsafe): peak 22.1 GiB, fits".
Words shown(const Fix& fix);

/// "3 configs: 2 estimated, 1 not estimable. 1 error, 2 warnings."
Words summary(const Outcome& outcome, const std::vector<Group>& groups);

/// "11,601"
std::string grouped(int64_t number);

/// By the number.
Words counted(int number, Form one, Form several);

/// "error"
Words level(Severity severity);
/// "activation"
Words category(Category category);

}  // namespace vramlint::report
