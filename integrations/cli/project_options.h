// The options of every sub-command that analyses: where the project lies and what it is checked for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "choice.h"
#include "integrations/cli/command_line.h"

namespace vramlint::cli {

struct ProjectOptions {
  std::string root, recipe;
  std::vector<std::string> python_path, site_packages;
  std::string device, memory, torch;
  int64_t gpus = 0;  ///< 0: not said
  int64_t evaluation_budget = 1;
  std::vector<std::string> set;
  std::vector<std::string> select, ignore;  ///< rules; several with commas between
  std::vector<std::string> exclude;         ///< globs
};

/// With `devices`, --device may be given several times, and goes there.
void add_project_options(Command command, ProjectOptions& options, std::vector<std::string>* devices = nullptr);

/// Options of what is checked, where it is reported.
void add_choice_options(Command command, ProjectOptions& options);

/// What is asked for of rules; throws UsageError for one that does not exist.
Asked asked_rules(const ProjectOptions& options);

/// Checked and understood; throws UsageError naming the option.
Options analysis_options(const ProjectOptions& options);

}  // namespace vramlint::cli
