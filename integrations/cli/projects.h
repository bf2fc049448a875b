// Several projects in one call, and one report of them.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/outcome.h"
#include "integrations/cli/project_options.h"

namespace vramlint::cli {

/// The paths of each project, in the order given; of one where its root or its recipes are named.
std::vector<std::vector<std::string>> by_project(const ProjectOptions& options, const std::vector<std::string>& paths);

/// The nearest folder in which all of them lie.
std::filesystem::path folder_around(const std::vector<std::filesystem::path>& folders);

/// Outcomes of projects as one, with paths from a folder that all of them lie in.
class Joined {
 public:
  explicit Joined(std::filesystem::path around) : around_(std::move(around)) {}
  void add(Outcome outcome, const std::filesystem::path& root);
  /// Its spans point into texts of this.
  const Outcome& outcome();

 private:
  std::string moved(const std::string& path) const;
  void move(std::string& path) const { path = moved(path); }
  void move(Span& span);
  void move(Finding& finding);
  void move(ConfigOutcome& config);

  std::filesystem::path around_;
  std::string prefix_;
  Outcome outcome_;
  std::map<const Source*, std::unique_ptr<Source>> sources_;
};

}  // namespace vramlint::cli
