// Which rules a project wants to hear, where, and at what level: what vramlint.yaml and the command line say.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rule.h"

namespace vramlint {

/// Rules by name, code or start of codes, as the command line gives them.
struct Asked {
  std::vector<std::string> select;  ///< not empty: only these, whatever the project file says
  std::vector<std::string> ignore;  ///< also not these
};

/// The rules that are called so: one by its name or code, several by the start of their codes ("VL11").
std::vector<const Rule*> rules_called(std::string_view text, std::span<const Rule* const> rules);

/// The rule that is meant by a name that none has, "duplicate-key"; empty where none is near.
std::string nearest_rule(std::string_view text, std::span<const Rule* const> rules);

class Choice {
 public:
  /// Names in the project file that no rule has become findings there. `project` may be null.
  Choice(std::span<const Rule* const> rules, const config::Project* project, const Asked& asked, Findings& findings);

  bool has(const Rule& rule) const { return chosen_.contains(rule.name); }
  /// Whether every finding of the rule is reported.
  bool has_everywhere(const Rule& rule) const;
  /// Whether the finding is reported; gives it the level that the project wants.
  bool admit(Finding& finding) const;

 private:
  std::set<std::string_view> known_, chosen_;
  std::set<std::string_view> by_level_;  // asked for by levels alone: reported where one of them says so
  std::map<std::string_view, std::vector<const config::LevelChange*>> changes_;  // by rule
};

}  // namespace vramlint
