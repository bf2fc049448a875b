// One side of a comparison: a project as a revision has it, and which of its configs depend on what differs.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "integrations/cli/config_paths.h"
#include "integrations/cli/revision_files.h"
#include "integrations/cli/run.h"

namespace vramlint::cli {

class Side {
 public:
  /// `differing`: from the disk. Throws UsageError.
  Side(const ProjectOptions& options, const std::vector<std::string>& paths,
       const std::vector<FileAtRevision>& differing);

  Workspace& workspace() { return *workspace_; }
  RevisionFiles& files() { return *files_; }

  void find(const std::vector<std::string>& paths) { configs_ = find_configs(*workspace_, paths, false); }
  /// One more, by displayed path, where somebody claims it.
  void find_also(const std::string& path);
  const ConfigPaths& configs() const { return configs_; }
  /// The files that make up the config, by displayed path, its own among them.
  std::set<std::string> parts_of(const Source& source);
  /// Config of that path; none: null.
  const Source* config(const std::string& path) const;

  RunResult analyzed(const std::vector<const Source*>& sources, unsigned jobs);
  /// The estimate alone, without rules: of the recipe of that name where several claim the file.
  ConfigOutcome estimate(const Source& source, const std::string& recipe);

 private:
  std::unique_ptr<Workspace> workspace_;
  RevisionFiles* files_ = nullptr;  // of the workspace: those that configs are read from
  ConfigPaths configs_;
};

}  // namespace vramlint::cli
