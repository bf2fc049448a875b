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

std::vector<std::string> RevisionFiles::list(const fs::path& directory) {
  std::vector<std::string> names = OverlayFiles::list(directory);
  if (hidden_.empty() && watched_.empty()) return names;
  const std::string folder = key_of(directory) + "/";
  for (auto file = watched_.lower_bound(folder); file != watched_.end() && file->starts_with(folder); ++file)
    if (hidden_.contains(*file) || !OverlayFiles::is_file(*file)) note(*file);
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
