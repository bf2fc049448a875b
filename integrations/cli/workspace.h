// One project as a command sees it: its files, project file, and what all analyses share.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyze.h"
#include "integrations/cli/project_options.h"
#include "kept_runs.h"

namespace vramlint::cli {

/// What is laid over the disk: an editor's texts.
using Overlay = std::function<std::unique_ptr<Files>(Files& disk)>;

class Workspace {
 public:
  /// `paths`: the command's, of which the first decides where the root is sought. Throws UsageError.
  Workspace(const ProjectOptions& options, const std::vector<std::string>& paths, const Overlay& overlay = {});

  Files& files() { return *files_; }
  const config::Project* project() const { return project_.get(); }
  const Choice& choice() const { return *choice_; }
  /// Whether a glob of the project file or the command line leaves the file or folder out.
  bool is_excluded(const std::filesystem::path& path) const;
  const Findings& project_findings() const { return project_findings_; }
  Session session();
  /// To go by the recipe of that name, where several make a config of the file; "" for the first. Throws UsageError.
  Session session(const Source& source, const std::string& recipe);

  /// Every file that was read so far, the project file among them.
  std::vector<const Source*> sources() const;

  /// Options that name a folder of which no file has been read.
  std::vector<std::string> idle_paths() const;

  /// Files that the programs need and that the user may not read.
  std::set<std::string> forbidden() const { return disk_->forbidden(); }

  /// Whether a recipe or a dialect claims the file.
  bool claims(const Source& source);

  /// Texts or data of programs have changed: nothing that was made of them is used any more.
  void forget_programs();

 private:
  /// Owned from here on; with what lies over it.
  Files& laid(std::unique_ptr<DiskFiles> disk, const Overlay& overlay);
  /// The files, where --set sets programs' own settings with these over them.
  Files& with_settings(Files& files);
  void set_own_settings(Files& files);
  void choose_rules(const ProjectOptions& options);
  void widen_budget();  ///< as the project asks
  void add_project_paths(std::vector<std::filesystem::path>& paths, const std::filesystem::path& root, bool trusted);

  std::vector<std::unique_ptr<Files>> owned_;
  Files* files_ = nullptr;
  const DiskFiles* disk_ = nullptr;                                   // the same, or what lies below it
  std::vector<std::pair<std::string, std::filesystem::path>> given_;  // options that name a folder
  std::unique_ptr<config::Project> project_;
  std::map<std::string, std::string> set_texts_;  // by root-relative path
  Findings project_findings_;
  std::optional<Choice> choice_;
  std::vector<const Rule*> checked_;  // the rules that are chosen
  std::vector<std::string> exclude_;
  std::optional<syntax::TreeStore> trees_;  // of earlier runs; none where there is no place for them
  std::unique_ptr<interp::ParsedModules> parsed_;
  config::BaseCache base_cache_;
  std::optional<model::Workshop> workshop_;
  std::optional<usage::Programs> programs_;
  KeptRuns runs_;
  Options options_;
};

/// Absolute and without dots, from the working directory.
std::filesystem::path absolute_path(const std::string& path);

/// The nearest folder at or above `start` that holds one of the names; empty if there is none.
std::filesystem::path nearest_with(std::filesystem::path start, const std::vector<std::string>& names);

/// The folder of the project that `start` is in: the nearest with vramlint.yaml, though a package below it may have a
/// setup.py of its own; else the nearest with .git, pyproject.toml or setup.py; else `start`.
std::filesystem::path project_folder(const std::filesystem::path& start);

/// The folder of the project that a command's path means.
std::filesystem::path project_of(const std::string& path);

/// How a path within the root is written for somebody who stands in `folder`: "", "sub/", "../".
std::string prefix_from(const std::filesystem::path& folder, const std::filesystem::path& root);

}  // namespace vramlint::cli
