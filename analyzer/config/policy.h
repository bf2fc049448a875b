// What a project wants to be told: the part of vramlint.yaml that changes no figure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/finding.h"

namespace vramlint::config {

/// The name of a rule, its code, or the start of codes ("VL11"), at its place.
struct RulePattern {
  std::string text;
  Span span;  ///< none: from the command line
};

/// The findings of a rule in some files have another level, or are left out.
struct LevelChange {
  std::vector<std::string> files;  ///< globs; none: all files
  RulePattern rule;
  std::optional<Severity> level;  ///< none: off
};

/// What a step of some configs may need at the peak, whatever the device.
struct PeakBudget {
  std::vector<std::string> files;  ///< globs; none: all configs
  Bytes most;
  std::string message;  ///< the project's own: why, and whom to ask
  Span span;            ///< of the size
};

struct Policy {
  std::vector<RulePattern> select;  ///< none: all rules
  std::vector<RulePattern> ignore;
  std::vector<LevelChange> levels;
  std::vector<std::string> exclude;  ///< globs of files that are not checked, relative to the root
  std::vector<PeakBudget> max_peak;
  std::string baseline;  ///< file, relative to the root; empty: none
};

/// Whether the globs are none, or one of them matches the path.
bool covers(const std::vector<std::string>& globs, std::string_view path);

}  // namespace vramlint::config
