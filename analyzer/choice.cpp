#include "choice.h"

#include <algorithm>

#include "config/fields.h"

namespace vramlint {
namespace {

std::vector<std::string> texts_of(const std::vector<config::RulePattern>& patterns) {
  std::vector<std::string> texts;
  for (const config::RulePattern& pattern : patterns) texts.push_back(pattern.text);
  return texts;
}

void report_unknown(const config::RulePattern& pattern, std::span<const Rule* const> rules, Findings& findings) {
  if (!rules_called(pattern.text, rules).empty()) return;
  const std::string nearest = nearest_rule(pattern.text, rules);
  findings.error("invalid-recipe", pattern.span,
                 nearest.empty() ? "no rule is called `{0}`"_words(pattern.text)
                                 : "no rule is called `{0}`; did you mean `{1}`?"_words(pattern.text, nearest));
}

/// A rule that is checked on request only has to be called by its name or its whole code.
bool asks_for(std::string_view text, const Rule& rule) {
  return !rule.on_request || text == rule.name || text == rule.code;
}

}  // namespace

std::vector<const Rule*> rules_called(std::string_view text, std::span<const Rule* const> rules) {
  std::vector<const Rule*> called;
  const bool is_code = text.starts_with("VL");
  for (const Rule* rule : rules) {
    if (rule->name == text || (is_code && rule->code.starts_with(text))) called.push_back(rule);
  }
  return called;
}

std::string nearest_rule(std::string_view text, std::span<const Rule* const> rules) {
  std::vector<std::string_view> names;
  for (const Rule* rule : rules) names.push_back(rule->name);
  return std::string(config::nearest_name(text, names));
}

Choice::Choice(std::span<const Rule* const> rules, const config::Project* project, const Asked& asked,
               Findings& findings) {
  static const config::Policy kNone;
  const config::Policy& policy = project ? project->policy : kNone;
  for (const auto* patterns : {&policy.select, &policy.ignore})
    for (const config::RulePattern& pattern : *patterns) report_unknown(pattern, rules, findings);
  for (const config::LevelChange& change : policy.levels) report_unknown(change.rule, rules, findings);
  const bool own = !asked.select.empty();
  const std::vector<std::string> select = own ? asked.select : texts_of(policy.select);
  std::vector<std::string> ignore = own ? std::vector<std::string>() : texts_of(policy.ignore);
  ignore.insert(ignore.end(), asked.ignore.begin(), asked.ignore.end());
  for (const Rule* rule : rules) {
    known_.insert(rule->name);
    if (select.empty() && !rule->on_request) chosen_.insert(rule->name);
  }
  for (const std::string& text : select)
    for (const Rule* rule : rules_called(text, rules))
      if (asks_for(text, *rule)) chosen_.insert(rule->name);
  // Mistakes in the project file are told whatever it selects: the selection may be one of them.
  for (const Rule* rule : rules_called("invalid-recipe", rules)) chosen_.insert(rule->name);
  for (const std::string& text : ignore)
    for (const Rule* rule : rules_called(text, rules)) chosen_.erase(rule->name);
  for (const config::LevelChange& change : policy.levels)
    for (const Rule* rule : rules_called(change.rule.text, rules)) {
      changes_[rule->name].push_back(&change);
      const bool asks = rule->on_request && asks_for(change.rule.text, *rule) && change.level && !own &&
                        !chosen_.contains(rule->name);
      if (asks && by_level_.insert(rule->name).second) chosen_.insert(rule->name);
    }
}

bool Choice::has_everywhere(const Rule& rule) const {
  const auto changes = changes_.find(rule.name);
  const auto is_off = [](const config::LevelChange* change) { return !change->level; };
  return has(rule) &&
         (changes == changes_.end() || std::none_of(changes->second.begin(), changes->second.end(), is_off));
}

bool Choice::admit(Finding& finding) const {
  if (known_.contains(finding.rule) && !chosen_.contains(finding.rule)) return false;
  const auto changes = changes_.find(finding.rule);
  if (changes == changes_.end()) return true;
  const std::string& file = finding.span ? finding.span.source->path() : finding.config;
  bool reported = !by_level_.contains(finding.rule);
  for (const config::LevelChange* change : changes->second) {
    if (!config::covers(change->files, file)) continue;
    reported = change->level.has_value();
    if (reported) finding.severity = *change->level;
  }
  return reported;
}

}  // namespace vramlint
