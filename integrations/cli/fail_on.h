// When a run that worked ends with exit code 1.
#pragma once

#include <optional>
#include <string>

#include "base/outcome.h"

namespace vramlint::cli {

inline constexpr const char* kFailOnWords = "error, warning, note, never, not-estimable";

struct FailOn {
  std::optional<Severity> least = Severity::error;  ///< none: no finding is enough
  bool not_estimable = false;                       ///< a config without an estimate is enough
};

/// "error", "warning", "note" or "never", "not-estimable", or one of the former and the latter with a comma between.
/// Throws UsageError.
FailOn parse_fail_on(const std::string& text);

bool fails(const Outcome& outcome, const FailOn& threshold);

}  // namespace vramlint::cli
