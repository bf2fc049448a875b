// Findings that a project has accepted, so that a run tells what is new.
//
// A finding is known again by its rule, its file, the text of its line and the text that is marked: never by the line's
// number, which every edit above moves. A rule on memory speaks again when the peak has grown. The file is written by
// `vramlint baseline` and read back from whoever sends it: it is input like any other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "coverage.h"

namespace vramlint {

struct BaselineEntry {
  std::string rule, file;
  std::string config;           ///< of rules on memory, whose findings are one for each config
  std::string line, value;      ///< their texts; the middle of long ones is a digest
  int64_t count = 1;            ///< places that look so
  std::optional<int64_t> peak;  ///< bytes; of rules on memory
};

struct Baseline {
  std::string path;                    ///< as messages name it
  int64_t growth = 5;                  ///< in percent: what a peak may grow before it is told again
  std::vector<BaselineEntry> entries;  ///< by file, rule, line, value and config
};

/// A baseline, or what is wrong with the text.
struct ReadBaseline {
  std::optional<Baseline> baseline;
  std::string trouble;
};

ReadBaseline parse_baseline(std::string_view text);
/// JSON, the same for the same entries.
std::string written(const Baseline& baseline);

/// Of the outcome's findings.
std::vector<BaselineEntry> baseline_entries(const Outcome& outcome, std::span<const Rule* const> rules);

/// Takes the findings that the baseline has out of the outcome.
BaselineUse subtract(const Baseline& baseline, std::span<const Rule* const> rules, Coverage& coverage,
                     Outcome& outcome);

}  // namespace vramlint
