#include "integrations/cli/config_paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace vramlint::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 64;
/// Where OpenMMLab projects keep what configs inherit: parts, no configs.
constexpr std::string_view kParts = "_base_";

class Finder {
 public:
  Finder(Workspace& workspace, ConfigPaths& found) : workspace_(workspace), files_(workspace.files()), found_(found) {}

  void add_file(const fs::path& path, const std::string& shown, bool only_claimed) {
    const ReadResult read = files_.read(path);
    if (!read) {
      found_.unreadable.push_back(fmt::format("{}: {}", shown, to_string(read.error)));
    } else if (!only_claimed || (!workspace_.is_excluded(path) && workspace_.claims(*read.source))) {
      add(*read.source);
    }
  }

  void add_folder(const fs::path& folder, int depth) {
    std::error_code error;
    if (depth > kDeepest || !seen_folders_.insert(fs::canonical(folder, error).string()).second) return;
    for (const std::string& name : files_.list(folder)) {
      if (name.starts_with('.') || name == "__pycache__" || name == kParts) continue;
      const fs::path path = folder / name;
      if (workspace_.is_excluded(path)) continue;
      if (files_.is_directory(path)) {
        add_folder(path, depth + 1);
      } else if (may_be_config(path)) {
        const ReadResult read = files_.read(path);
        if (read && workspace_.claims(*read.source)) add(*read.source);
      }
    }
  }

 private:
  /// Cheap, so that data sets are not read: by name, or by a recipe's glob.
  bool may_be_config(const fs::path& path) const {
    if (path.filename() == "vramlint.yaml") return false;
    const std::string extension = path.extension().string();
    if (extension == ".py" || extension == ".yaml" || extension == ".yml" || extension == ".json") return true;
    return workspace_.project() && config::find_recipe(*workspace_.project(), files_.display(path));
  }

  void add(const Source& source) {
    if (seen_.insert(&source).second) found_.sources.push_back(&source);
  }

  Workspace& workspace_;
  Files& files_;
  ConfigPaths& found_;
  std::set<std::string> seen_folders_;
  std::set<const Source*> seen_;
};

}  // namespace

ConfigPaths find_configs(Workspace& workspace, const std::vector<std::string>& paths, bool only_claimed) {
  ConfigPaths found;
  Finder finder(workspace, found);
  for (const std::string& text : paths) {
    const fs::path path = absolute_path(text);
    if (workspace.files().is_directory(path)) {
      finder.add_folder(path, 0);
    } else {
      finder.add_file(path, text, only_claimed);
    }
  }
  std::sort(found.sources.begin(), found.sources.end(),
            [](const Source* a, const Source* b) { return a->path() < b->path(); });
  return found;
}

std::vector<std::string> default_paths(const std::string& root) {
  if (root.empty()) return {"."};
  std::error_code error;
  const fs::path here = fs::proximate(".", root, error);
  return {error || here.begin()->string() == ".." ? root : "."};
}

}  // namespace vramlint::cli
