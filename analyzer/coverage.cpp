#include "coverage.h"

#include <algorithm>

namespace vramlint {

Coverage::Coverage(const std::vector<Checked>& checked, const Outcome& outcome, const Choice* choice,
                   bool whole_project)
    : checked_(checked), outcome_(outcome), choice_(choice), whole_project_(whole_project) {
  for (size_t i = 0; i < checked.size(); ++i) {
    for (const Source* file : checked[i].files) users_[file->path()].push_back(i);
    if (checked[i].files.empty()) {
      lost_.push_back(i);
    } else {
      configs_.insert(checked[i].files.back()->path());
    }
  }
}

bool Coverage::covers(const Rule& rule, std::string_view file) {
  if (choice_ && !choice_->has_everywhere(rule)) return false;
  if (rule.needs_more || file.starts_with('/') || !(whole_project_ || stands_alone(file))) return false;
  const std::vector<bool>& checked = configs_of(rule);
  const auto has = [&](size_t i) { return checked[i]; };
  const auto users = users_.find(file);
  if (users == users_.end()) return std::all_of(checked.begin(), checked.end(), [](bool one) { return one; });
  return std::all_of(users->second.begin(), users->second.end(), has) && std::all_of(lost_.begin(), lost_.end(), has);
}

/// A config that is no base of others. Python configs inherit from one another.
bool Coverage::stands_alone(std::string_view file) const { return configs_.contains(file) && !file.ends_with(".py"); }

const std::vector<bool>& Coverage::configs_of(const Rule& rule) {
  const auto [at, is_new] = by_rule_.try_emplace(&rule);
  if (is_new) {
    for (size_t i = 0; i < outcome_.configs.size(); ++i) at->second.push_back(was_checked(rule, i));
  }
  return at->second;
}

/// What stands in a gap of the estimate may be what the rule looks for.
bool Coverage::was_checked(const Rule& rule, size_t config) const {
  const ConfigOutcome& outcome = outcome_.configs[config];
  const std::string left_out = std::string(rule.name) + ":";
  const auto is_it = [&](const std::string& text) { return text.starts_with(left_out); };
  if (std::any_of(outcome.not_checked.begin(), outcome.not_checked.end(), is_it)) return false;
  if (outcome.dialect.empty()) return false;
  switch (rule.needs) {
    case Stage::usage:
    case Stage::whole_usage:
      return checked_[config].followed;
    case Stage::source:
    case Stage::config:
    case Stage::experiment:
      if (rule.check) return true;
      break;
    case Stage::build:
    case Stage::timeline:
    case Stage::peak:
      break;
  }
  return outcome.status == Status::estimated;
}

}  // namespace vramlint
