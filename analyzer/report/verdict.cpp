#include "report/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace vramlint::report {
namespace {

std::string listed(const std::vector<std::string>& parts) { return fmt::format("{}", fmt::join(parts, ", ")); }

Counts count_configs(const Outcome& outcome) {
  Counts counts;
  for (const ConfigOutcome& config : outcome.configs) {
    ++counts.configs;
    counts.estimated += config.status == Status::estimated;
    counts.partial += config.status == Status::partial;
    const bool trains = config.trains_nothing.empty();
    counts.not_estimable += config.status == Status::not_estimable && trains;
    counts.no_training += !trains;
  }
  return counts;
}

/// " 3 entries of the baseline no longer occur; `vramlint baseline` writes it anew."
std::string gone(const Outcome& outcome) {
  if (!outcome.baseline || outcome.baseline->gone == 0) return {};
  const size_t count = outcome.baseline->gone;
  return fmt::format(" {} of the baseline no longer {}; `vramlint baseline` writes it anew.",
                     count == 1 ? "1 entry" : fmt::format("{} entries", count), count == 1 ? "occurs" : "occur");
}

size_t silenced_groups(const Outcome& outcome) {
  std::vector<Finding> findings;
  for (const Suppressed& one : outcome.suppressed) findings.push_back(one.finding);
  return groups_of(findings).size();
}

void count_finding(Counts& counts, const Finding& finding) {
  counts.errors += finding.severity == Severity::error;
  counts.warnings += finding.severity == Severity::warning;
  counts.notes += finding.severity == Severity::note;
  const std::optional<Safety> fix = mildest_fix(finding);
  counts.safe_fixes += fix == Safety::safe;
  counts.unsafe_fixes += fix == Safety::unsafe;
}

}  // namespace

Counts count(const Outcome& outcome) {
  Counts counts = count_configs(outcome);
  for (const Finding& finding : outcome.findings) count_finding(counts, finding);
  return counts;
}

Counts count(const Outcome& outcome, const std::vector<Group>& groups) {
  Counts counts = count_configs(outcome);
  for (const Group& group : groups) count_finding(counts, group.finding);
  return counts;
}

std::optional<Safety> mildest_fix(const Finding& finding) {
  std::optional<Safety> mildest;
  for (const Fix& fix : finding.fixes) {
    if (fix.safety == Safety::display || fix.edits.empty()) continue;
    mildest = std::min(mildest.value_or(fix.safety), fix.safety);
  }
  return mildest;
}

std::string shown(const Interval& size, Status status) {
  if (status == Status::partial) return "at least " + to_string(size.low);
  const std::string low = to_string(size.low), point = to_string(size.point), high = to_string(size.high);
  return low == high ? point : fmt::format("{} ({} to {})", point, low, high);
}

std::string shown(const Interval& size, const ConfigOutcome& config) {
  const bool bound = config.status != Status::partial || are_lower_bounds(config.unknowns);
  return bound ? shown(size, config.status) : "about " + to_string(size.point);
}

std::string device_name(const DeviceBudget& device) { return device.name.empty() ? "the device" : device.name; }

std::string verdict(const ConfigOutcome& config) {
  if (!config.trains_nothing.empty()) return "no training step";
  if (config.status == Status::not_estimable) return "not estimable";
  const std::string need = "needs " + shown(config.peak.process, config);
  if (!config.device) return need;
  const std::string limit = fmt::format("{} ({})", device_name(*config.device), to_string(config.device->budget));
  if (!config.fits) return fmt::format("{}; whether it fits {} is not known", need, limit);
  const std::string_view fits = config.retries > 0 ? "fits only by giving back its cache," : "fits";
  return fmt::format("{}, {} {}", need, *config.fits ? fits : "does not fit", limit);
}

std::string shown(const Fix& fix) {
  std::string text =
      fmt::format("{} ({})", fix.title, fix.safety == Safety::display ? "by hand" : to_string(fix.safety));
  if (!fix.effect) return text;
  if (!fix.effect->fits) return fmt::format("{}: peak {}", text, shown(fix.effect->process, Status::partial));
  return fmt::format("{}: peak {}, {}", text, shown(fix.effect->process, Status::estimated),
                     !*fix.effect->fits        ? "still does not fit"
                     : fix.effect->retries > 0 ? "fits only by giving back its cache"
                                               : "fits");
}

std::string summary(const Outcome& outcome, const std::vector<Group>& groups) {
  const Counts counts = count(outcome, groups);
  std::vector<std::string> statuses, levels;
  const auto add = [](std::vector<std::string>& parts, int number, const std::string& text) {
    if (number > 0) parts.push_back(text);
  };
  add(statuses, counts.estimated, fmt::format("{} estimated", counts.estimated));
  add(statuses, counts.partial, fmt::format("{} in part", counts.partial));
  add(statuses, counts.not_estimable, fmt::format("{} not estimable", counts.not_estimable));
  add(statuses, counts.no_training, fmt::format("{} without a training step", counts.no_training));
  add(levels, counts.errors, counted(counts.errors, "error"));
  add(levels, counts.warnings, counted(counts.warnings, "warning"));
  add(levels, counts.notes, counted(counts.notes, "note"));
  if (levels.empty()) levels.push_back("nothing found");
  const auto suppressed = static_cast<int>(silenced_groups(outcome));
  add(levels, suppressed, fmt::format("{} suppressed", suppressed));
  if (outcome.baseline) add(levels, 1, fmt::format("{} in the baseline", outcome.baseline->known));
  std::string text = counted(counts.configs, "config");
  if (!statuses.empty()) text += ": " + listed(statuses);
  return text + "; " + listed(levels) + "." + gone(outcome);
}

std::string grouped(int64_t number) {
  std::string digits = std::to_string(number);
  const size_t first = number < 0 ? 1 : 0;
  for (size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string counted(int number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

}  // namespace vramlint::report
