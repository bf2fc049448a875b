#include "report/verdict.h"

#include <algorithm>
#include <vector>

namespace vramlint::report {
namespace {

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

/// "3 entries of the baseline no longer occur; `vramlint baseline` writes it anew."
Words gone(const Outcome& outcome) {
  if (!outcome.baseline || outcome.baseline->gone == 0) return {};
  return counted(static_cast<int>(outcome.baseline->gone),
                 "{0} entry of the baseline no longer occurs; `vramlint baseline` writes it anew."_words,
                 "{0} entries of the baseline no longer occur; `vramlint baseline` writes it anew."_words);
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

Words shown(const Interval& size, Status status) {
  if (status == Status::partial) return "at least {0}"_words(size.low);
  const std::string low = to_string(size.low), point = to_string(size.point), high = to_string(size.high);
  return low == high ? Words(point) : "{0} ({1} to {2})"_words(point, low, high);
}

Words shown(const Interval& size, const ConfigOutcome& config) {
  const bool bound = config.status != Status::partial || are_lower_bounds(config.unknowns);
  return bound ? shown(size, config.status) : "about {0}"_words(size.point);
}

Words device_name(const DeviceBudget& device) { return device.name.empty() ? "the device"_words : Words(device.name); }

namespace {

/// What it most likely is where a lower bound would seem to fit.
Words needed(const ConfigOutcome& config) {
  const Interval& need = config.peak.process;
  const bool is_odd = config.status == Status::partial && are_lower_bounds(config.unknowns) && config.device &&
                      !config.fits.value_or(true) && need.low <= config.device->budget;
  return is_odd ? "at least about {0}"_words(shown(need, Status::estimated)) : shown(need, config);
}

}  // namespace

Words verdict(const ConfigOutcome& config) {
  if (!config.trains_nothing.empty()) return "no training step"_words;
  if (config.status == Status::not_estimable) return "not estimable"_words;
  const Words need = needed(config);
  if (!config.device) return "needs {0}"_words(need);
  const Words limit = "{0} ({1})"_words(device_name(*config.device), config.device->budget);
  if (!config.fits) return "needs {0}; whether it fits {1} is not known"_words(need, limit);
  if (!*config.fits) return "needs {0}, does not fit {1}"_words(need, limit);
  return config.retries > 0 ? "needs {0}, fits only by giving back its cache, {1}"_words(need, limit)
                            : "needs {0}, fits {1}"_words(need, limit);
}

Words shown(const Fix& fix) {
  const Words text = fix.safety == Safety::safe     ? "{0} (safe)"_words(fix.title)
                     : fix.safety == Safety::unsafe ? "{0} (unsafe)"_words(fix.title)
                                                    : "{0} (by hand)"_words(fix.title);
  if (!fix.effect) return text;
  const Status known = fix.effect->is_bound ? Status::partial : Status::estimated;
  if (!fix.effect->fits) return "{0}: peak {1}"_words(text, shown(fix.effect->process, known));
  const Words peak = shown(fix.effect->process, Status::estimated);
  if (!*fix.effect->fits) return "{0}: peak {1}, still does not fit"_words(text, peak);
  return fix.effect->retries > 0 ? "{0}: peak {1}, fits only by giving back its cache"_words(text, peak)
                                 : "{0}: peak {1}, fits"_words(text, peak);
}

Words summary(const Outcome& outcome, const std::vector<Group>& groups) {
  const Counts counts = count(outcome, groups);
  std::vector<Words> statuses, levels;
  const auto add = [](std::vector<Words>& parts, int number, Form one, Form several) {
    if (number > 0) parts.push_back(counted(number, one, several));
  };
  add(statuses, counts.estimated, "{0} estimated"_words, "{0} estimated"_words);
  add(statuses, counts.partial, "{0} in part"_words, "{0} in part"_words);
  add(statuses, counts.not_estimable, "{0} not estimable"_words, "{0} not estimable"_words);
  add(statuses, counts.no_training, "{0} without a training step"_words, "{0} without a training step"_words);
  add(levels, counts.errors, "{0} error"_words, "{0} errors"_words);
  add(levels, counts.warnings, "{0} warning"_words, "{0} warnings"_words);
  add(levels, counts.notes, "{0} note"_words, "{0} notes"_words);
  if (levels.empty()) levels.push_back("nothing found"_words);
  add(levels, static_cast<int>(silenced_groups(outcome)), "{0} suppressed"_words, "{0} suppressed"_words);
  if (outcome.baseline) levels.push_back("{0} in the baseline"_words(outcome.baseline->known));
  const Words configs = counted(counts.configs, "{0} config"_words, "{0} configs"_words);
  const Words text = statuses.empty() ? "{0}; {1}."_words(configs, listed(levels))
                                      : "{0}: {1}; {2}."_words(configs, listed(statuses), listed(levels));
  return sentences({text, gone(outcome)});
}

std::string grouped(int64_t number) {
  std::string digits = std::to_string(number);
  const size_t first = number < 0 ? 1 : 0;
  for (size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

Words counted(int number, Form one, Form several) { return number == 1 ? one(number) : several(number); }

Words level(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note"_words;
    case Severity::warning:
      return "warning"_words;
    case Severity::error:
      return "error"_words;
  }
  return {};
}

Words category(Category category) {
  switch (category) {
    case Category::parameter:
      return "parameter"_words;
    case Category::gradient:
      return "gradient"_words;
    case Category::optimizer:
      return "optimizer"_words;
    case Category::activation:
      return "activation"_words;
    case Category::temporary:
      return "temporary"_words;
    case Category::workspace:
      return "workspace"_words;
    case Category::input:
      return "input"_words;
    case Category::buffer:
      return "buffer"_words;
    case Category::context:
      return "context"_words;
    case Category::unattributed:
      return "unattributed"_words;
  }
  return {};
}

}  // namespace vramlint::report
