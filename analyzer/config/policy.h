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

/// What may be added to a peak: one of the two.
struct Increase {
  std::optional<Bytes> most;
  std::optional<double> share;  ///< of what the peak was; 0.05 is 5 %
};

/// "1GiB" or "5%"; empty if it is neither.
std::optional<Increase> parse_increase(std::string_view text);

/// What a change may add to the peak of some configs.
struct IncreaseBudget {
  std::vector<std::string> files;  ///< globs; none: all configs
  Increase most;
  std::string message;  ///< the project's own
  Span span;            ///< of the size
};

struct Policy {
  std::vector<RulePattern> select;  ///< none: all rules
  std::vector<RulePattern> ignore;
  std::vector<LevelChange> levels;
  std::vector<std::string> exclude;  ///< globs of files that are not checked, relative to the root
  std::vector<PeakBudget> max_peak;
  std::vector<IncreaseBudget> max_increase;
  std::string baseline;  ///< file, relative to the root; empty: none
};

/// Whether the globs are none, or one of them matches the path.
bool covers(const std::vector<std::string>& globs, std::string_view path);

}  // namespace vramlint::config
