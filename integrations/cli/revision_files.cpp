#include "integrations/cli/revision_files.h"

#include <algorithm>
#include <utility>

namespace vramlint::cli {
namespace {

namespace fs = std::filesystem;

bool is_within(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

}  // namespace

RevisionFiles::RevisionFiles(Files& disk, const std::vector<FileAtRevision>& differing) : OverlayFiles(disk) {
  for (const FileAtRevision& file : differing) {
    if (!opens(file.path)) continue;
    if (file.text) put(file.path, *file.text);
    if (!file.text) hidden_.insert(key_of(file.path));
  }
}

bool RevisionFiles::opens(const fs::path& path) const {
  const auto holds = [&](const fs::path& folder) { return is_within(path, folder); };
  return holds(root()) || std::any_of(search_paths().begin(), search_paths().end(), holds);
}

std::string RevisionFiles::key_of(const fs::path& path) const {
  std::error_code error;
  const fs::path absolute = (root() / path).lexically_normal();
  fs::path key = fs::weakly_canonical(absolute, error);
  if (error) key = absolute;
  if (!key.has_filename()) key = key.parent_path();
  return key.generic_string();
}

void RevisionFiles::note(const std::string& key) {
  if (!watched_.contains(key)) return;
  const std::lock_guard lock(mutex_);
  asked_.insert(key);
}

ReadResult RevisionFiles::read(const fs::path& path) {
  if (hidden_.empty() && watched_.empty()) return OverlayFiles::read(path);
  const std::string key = key_of(path);
  note(key);
  if (hidden_.contains(key)) return {nullptr, ReadError::not_found};
  return OverlayFiles::read(path);
}

bool RevisionFiles::is_file(const fs::path& path) {
  if (hidden_.empty() && watched_.empty()) return OverlayFiles::is_file(path);
  const std::string key = key_of(path);
  note(key);
  return !hidden_.contains(key) && OverlayFiles::is_file(path);
}

bool RevisionFiles::hides_below(const std::string& key) const {
  const auto below = hidden_.lower_bound(key + "/");
  return below != hidden_.end() && below->starts_with(key + "/");
}

// A folder that holds nothing but what is hidden is not there: git knows no empty ones.
bool RevisionFiles::is_directory(const fs::path& path) {
  if (!OverlayFiles::is_directory(path)) return false;
  return hidden_.empty() || !hides_below(key_of(path)) || !list(path).empty();
}

bool RevisionFiles::is_all_watched(const fs::path& directory) {
  const std::vector<std::string> names = OverlayFiles::list(directory);
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    if (name == "__pycache__") return true;
    const fs::path path = directory / name;
    std::error_code error;
    if (fs::is_symlink(path, error)) return false;  // which might lead to where it lies
    return OverlayFiles::is_directory(path) ? is_all_watched(path) : watched_.contains(key_of(path));
  });
}

bool RevisionFiles::shows_in(const std::string& folder, const std::string& file) {
  const size_t end = file.find('/', folder.size());
  if (end == std::string::npos) return hidden_.contains(file) || !OverlayFiles::is_file(file);
  const fs::path child = file.substr(0, end);
  return !OverlayFiles::is_directory(child) || is_all_watched(child);
}

std::vector<std::string> RevisionFiles::list(const fs::path& directory) {
  std::vector<std::string> names = OverlayFiles::list(directory);
  if (hidden_.empty() && watched_.empty()) return names;
  const std::string folder = key_of(directory) + "/";
  for (auto file = watched_.lower_bound(folder); file != watched_.end() && file->starts_with(folder); ++file)
    if (shows_in(folder, *file)) note(*file);
  if (!hides_below(key_of(directory))) return names;
  std::erase_if(names, [&](const std::string& name) {
    const std::string key = folder + name;
    return name == "__pycache__" || hidden_.contains(key) || (hides_below(key) && !is_directory(key));
  });
  return names;
}

void RevisionFiles::watch(const std::vector<fs::path>& files) {
  for (const fs::path& file : files) watched_.insert(key_of(file));
  asked_.clear();
}

std::set<std::string> RevisionFiles::take_asked() {
  const std::lock_guard lock(mutex_);
  watched_.clear();
  return std::exchange(asked_, {});
}

}  // namespace vramlint::cli
