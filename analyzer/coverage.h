// Which rules were really checked for which files of a run: only where one was does its silence say that nothing is
// wrong.
#pragma once

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "choice.h"

namespace vramlint {

/// How far one config was checked.
struct Checked {
  bool followed = false;             ///< its training program
  std::vector<const Source*> files;  ///< that contributed to it, its own last; none: it could not be loaded
};

class Coverage {
 public:
  /// `checked`: as the outcome's configs. All must outlive it. `choice` may be null.
  Coverage(const std::vector<Checked>& checked, const Outcome& outcome, const Choice* choice, bool whole_project);

  /// Whether the rule was checked in every config that the file may belong to, as far as the project has them.
  bool covers(const Rule& rule, std::string_view file);

 private:
  bool stands_alone(std::string_view file) const;
  const std::vector<bool>& configs_of(const Rule& rule);
  bool was_checked(const Rule& rule, size_t config) const;

  const std::vector<Checked>& checked_;
  const Outcome& outcome_;
  const Choice* choice_;
  bool whole_project_;
  std::map<std::string_view, std::vector<size_t>> users_;  // configs by file
  std::set<std::string_view> configs_;                     // their own files
  std::vector<size_t> lost_;                               // configs of which no file is known
  std::map<const Rule*, std::vector<bool>> by_rule_;
};

}  // namespace vramlint
