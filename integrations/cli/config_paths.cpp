#include "integrations/cli/config_paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
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
      given_.insert(read.source);
    }
  }

  void add_folder(const fs::path& folder, int depth) {
    std::error_code error;
    if (depth > kDeepest || !seen_folders_.insert(fs::canonical(folder, error).string()).second) return;
    for (const std::string& name : files_.list(folder)) {
      if (name.starts_with('.') || name == "__pycache__" || name == kParts) continue;
      const fs::path path = folder / name;
      if (workspace_.is_excluded(path)) {
        ++found_.excluded;
        continue;
      }
      if (files_.is_directory(path)) {
        add_folder(path, depth + 1);
      } else if (may_be_config(path)) {
        add_found(path);
      }
    }
  }

  /// A link that was found beside what it leads to is the same config.
  void drop_links() {
    std::map<std::string, const Source*> named;
    std::error_code error;
    for (const Source* source : found_.sources) named[source->path()] = source;
    std::erase_if(found_.sources, [&](const Source* source) {
      const fs::path target = fs::weakly_canonical(files_.root() / source->path(), error);
      const auto same = named.find(files_.display(target));
      return !given_.contains(source) && same != named.end() && same->second != source &&
             recipes_of(*same->second) == recipes_of(*source);
    });
  }

 private:
  void add_found(const fs::path& path) {
    const ReadResult read = files_.read(path);
    if (read && workspace_.claims(*read.source)) add(*read.source);
    if (!read && is_missed(path, read.error))
      found_.unreadable.push_back(prefix_from(fs::current_path(), files_.root()) +
                                  fmt::format("{}: {}", files_.display(path), reason(read.error)));
  }

  /// What a recipe names is expected to be read; but a glob may be so wide that it covers data beside configs.
  bool is_missed(const fs::path& path, ReadError error) const {
    const bool is_data = error == ReadError::binary || error == ReadError::too_large;
    return is_named(path) && !(is_data && !has_config_extension(path));
  }

  static std::string_view reason(ReadError error) {
    return error == ReadError::not_found ? "a link that leads to no file" : to_string(error);
  }

  static bool has_config_extension(const fs::path& path) {
    const std::string extension = path.extension().string();
    return extension == ".py" || extension == ".yaml" || extension == ".yml" || extension == ".json";
  }

  bool is_named(const fs::path& path) const {
    return workspace_.project() && config::find_recipe(*workspace_.project(), files_.display(path));
  }

  std::vector<const config::Recipe*> recipes_of(const Source& source) const {
    if (!workspace_.project()) return {};
    return config::find_recipes(*workspace_.project(), source.path());
  }

  /// Cheap, so that data sets are not read: by name, or by a recipe's glob.
  bool may_be_config(const fs::path& path) const {
    if (path.filename() == "vramlint.yaml") return false;
    return has_config_extension(path) || is_named(path);
  }

  void add(const Source& source) {
    if (seen_.insert(&source).second) found_.sources.push_back(&source);
  }

  Workspace& workspace_;
  Files& files_;
  ConfigPaths& found_;
  std::set<std::string> seen_folders_;
  std::set<const Source*> seen_, given_;
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
  finder.drop_links();
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
