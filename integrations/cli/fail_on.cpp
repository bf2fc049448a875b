#include "integrations/cli/fail_on.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

#include "integrations/cli/commands.h"

namespace vramlint::cli {
namespace {

constexpr std::array kLevels = {Severity::error, Severity::warning, Severity::note};

std::optional<Severity> level_of(const std::string& word) {
  for (const Severity level : kLevels)
    if (to_string(level) == word) return level;
  return {};
}

}  // namespace

FailOn parse_fail_on(const std::string& text) {
  FailOn result;
  std::vector<std::string> levels;
  std::istringstream words(text + ",");
  for (std::string word; std::getline(words, word, ',');) {
    if (word == "not-estimable") {
      result.not_estimable = true;
      continue;
    }
    result.least = level_of(word);
    if (!result.least && word != "never") {
      throw UsageError(fmt::format("--fail-on: '{}' is none of error, warning, note, never and not-estimable", word));
    }
    levels.push_back(word);
  }
  if (levels.size() > 1) throw UsageError(fmt::format("--fail-on: one level only, not {}", fmt::join(levels, " and ")));
  return result;
}

bool fails(const Outcome& outcome, const FailOn& threshold) {
  const auto reaches = [&](const Finding& finding) { return threshold.least && finding.severity >= *threshold.least; };
  const auto open = [](const ConfigOutcome& config) {
    return config.status == Status::not_estimable && config.trains_nothing.empty();
  };
  return std::any_of(outcome.findings.begin(), outcome.findings.end(), reaches) ||
         (threshold.not_estimable && std::any_of(outcome.configs.begin(), outcome.configs.end(), open));
}

}  // namespace vramlint::cli
