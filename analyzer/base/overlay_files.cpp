#include <algorithm>
#include <system_error>

#include "base/files.h"

namespace vramlint {
namespace {

namespace fs = std::filesystem;

/// Absolute, with the symbolic links of whatever part of it exists resolved.
std::string key_of(const fs::path& root, const fs::path& path) {
  const fs::path absolute = root / path;
  std::error_code error;
  const fs::path resolved = fs::weakly_canonical(absolute, error);
  fs::path key = error ? absolute.lexically_normal() : resolved;
  if (!key.has_filename()) key = key.parent_path();
  return key.generic_string();
}

std::string folder_prefix(std::string key) {
  if (!key.ends_with('/')) key += '/';
  return key;
}

}  // namespace

void OverlayFiles::put(const fs::path& path, std::string text) {
  const std::string key = key_of(root(), path);
  auto source = std::make_unique<Source>(name_of(path, key), std::move(text));
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Source>& place = texts_[key];
  if (place) replaced_.push_back(std::move(place));
  place = std::move(source);
}

void OverlayFiles::take_away(const fs::path& path) {
  const std::lock_guard lock(mutex_);
  const auto found = texts_.find(key_of(root(), path));
  if (found == texts_.end()) return;
  replaced_.push_back(std::move(found->second));
  texts_.erase(found);
}

bool OverlayFiles::is_laid_over(std::string_view path) const {
  const std::lock_guard lock(mutex_);
  const auto is_named = [&](const auto& entry) { return entry.second->path() == path; };
  return std::any_of(texts_.begin(), texts_.end(), is_named) || std::any_of(renamed_.begin(), renamed_.end(), is_named);
}

/// The text under the name that is asked for.
const Source* OverlayFiles::named(const Source& text, const fs::path& path, const std::string& key) {
  const std::string name = name_of(path, key);
  if (name == text.path()) return &text;
  std::unique_ptr<Source>& renamed = renamed_[{&text, name}];
  if (!renamed) renamed = std::make_unique<Source>(name, text.raw());
  return renamed.get();
}

ReadResult OverlayFiles::read(const fs::path& path) {
  const std::string key = key_of(root(), path);
  {
    const std::lock_guard lock(mutex_);
    const auto found = texts_.find(key);
    if (found != texts_.end()) return {named(*found->second, path, key)};
  }
  return base_.read(path);
}

bool OverlayFiles::is_file(const fs::path& path) {
  {
    const std::lock_guard lock(mutex_);
    if (texts_.contains(key_of(root(), path))) return true;
  }
  return base_.is_file(path);
}

bool OverlayFiles::is_directory(const fs::path& path) {
  {
    const std::string prefix = folder_prefix(key_of(root(), path));
    const std::lock_guard lock(mutex_);
    const auto below = texts_.lower_bound(prefix);
    if (below != texts_.end() && below->first.starts_with(prefix)) return true;
  }
  return base_.is_directory(path);
}

std::vector<std::string> OverlayFiles::list(const fs::path& directory) {
  std::vector<std::string> names = base_.list(directory);
  const std::string prefix = folder_prefix(key_of(root(), directory));
  {
    const std::lock_guard lock(mutex_);
    for (auto below = texts_.lower_bound(prefix); below != texts_.end() && below->first.starts_with(prefix); ++below) {
      const std::string_view rest = std::string_view(below->first).substr(prefix.size());
      names.emplace_back(rest.substr(0, rest.find('/')));
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace vramlint
