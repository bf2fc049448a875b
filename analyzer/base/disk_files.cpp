#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "base/files.h"

namespace vramlint {
namespace {

namespace fs = std::filesystem;

constexpr size_t kBinaryProbe = 8192;  ///< a NUL among the first so many bytes makes a file binary

fs::path canonical_or_absolute(const fs::path& path) {
  std::error_code error;
  fs::path resolved = fs::canonical(path, error);
  if (!error) return resolved;
  resolved = fs::absolute(path, error).lexically_normal();
  return resolved.has_filename() ? resolved : resolved.parent_path();
}

bool is_within(const fs::path& path, const fs::path& directory) {
  const auto [in_directory, in_path] = std::mismatch(directory.begin(), directory.end(), path.begin(), path.end());
  return in_directory == directory.end();
}

/// A missing file outside the permitted folders must not be told from a present one.
ReadError error_of(const std::error_code& error) {
  const bool missing = error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory ||
                       error == std::errc::filename_too_long;
  if (missing) return ReadError::not_found;
  return error == std::errc::permission_denied ? ReadError::forbidden : ReadError::unreadable;
}

ReadError read_text(const fs::path& resolved, std::string& text) {
  std::error_code error;
  const fs::file_status status = fs::status(resolved, error);
  if (error) return error_of(error);
  if (fs::is_directory(status)) return ReadError::is_directory;
  if (!fs::is_regular_file(status)) return ReadError::unreadable;
  errno = 0;
  std::ifstream stream(resolved, std::ios::binary);
  if (!stream) return errno == EACCES ? ReadError::forbidden : ReadError::unreadable;
  const uintmax_t size = fs::file_size(resolved, error);
  if (error) return error_of(error);
  if (size > Files::kMaxFileSize) return ReadError::too_large;
  text.resize(size);
  stream.read(text.data(), static_cast<std::streamsize>(size));
  if (stream.bad()) return ReadError::unreadable;
  text.resize(static_cast<size_t>(stream.gcount()));
  const bool binary = std::string_view(text).substr(0, kBinaryProbe).find('\0') != std::string_view::npos;
  return binary ? ReadError::binary : ReadError::none;
}

}  // namespace

DiskFiles::DiskFiles(fs::path root, std::vector<fs::path> search_paths, std::vector<fs::path> site_packages)
    : root_(canonical_or_absolute(root)) {
  for (const fs::path& path : search_paths) search_paths_.push_back(canonical_or_absolute(root_ / path));
  for (const fs::path& path : site_packages) site_packages_.push_back(canonical_or_absolute(root_ / path));
}

bool DiskFiles::allowed(const fs::path& resolved) const {
  const auto holds = [&](const fs::path& directory) { return is_within(resolved, directory); };
  return holds(root_) || std::any_of(search_paths_.begin(), search_paths_.end(), holds) ||
         std::any_of(site_packages_.begin(), site_packages_.end(), holds);
}

std::set<std::string> DiskFiles::forbidden() const {
  const std::lock_guard lock(mutex_);
  return forbidden_;
}

ReadResult DiskFiles::read(const fs::path& path) {
  const fs::path absolute = root_ / path;
  std::error_code error;
  const fs::path resolved = fs::canonical(absolute, error);
  if (error) return {nullptr, allowed(absolute.lexically_normal()) ? error_of(error) : ReadError::outside_root};
  if (!allowed(resolved)) return {nullptr, ReadError::outside_root};
  const std::string name = name_of(absolute, resolved), key = (root_ / name).string();
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = sources_.find(key); known != sources_.end()) return {known->second.get()};
  }
  std::string text;
  const ReadError failure = read_text(resolved, text);
  const std::lock_guard lock(mutex_);
  if (failure == ReadError::forbidden) forbidden_.insert(name);
  if (failure != ReadError::none) return {nullptr, failure};
  auto source = std::make_unique<Source>(name, std::move(text));
  return {sources_.try_emplace(key, std::move(source)).first->second.get()};
}

bool DiskFiles::has_read_below(const fs::path& folder) const {
  const fs::path resolved = canonical_or_absolute(root_ / folder);
  const std::lock_guard lock(mutex_);
  return std::any_of(sources_.begin(), sources_.end(),
                     [&](const auto& source) { return is_within(source.first, resolved); });
}

std::vector<const Source*> DiskFiles::sources() const {
  std::vector<const Source*> all;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [_, source] : sources_)
      if (source) all.push_back(source.get());
  }
  std::sort(all.begin(), all.end(), [](const Source* a, const Source* b) { return a->path() < b->path(); });
  return all;
}

// Most of what is asked for is not there, or is something else: links are resolved for what is left.
bool DiskFiles::is_file(const fs::path& path) {
  const fs::path absolute = root_ / path;
  std::error_code error;
  if (!fs::is_regular_file(absolute, error)) return false;
  const fs::path resolved = fs::canonical(absolute, error);
  return !error && allowed(resolved);
}

bool DiskFiles::is_directory(const fs::path& path) {
  const fs::path absolute = root_ / path;
  std::error_code error;
  if (!fs::is_directory(absolute, error)) return false;
  const fs::path resolved = fs::canonical(absolute, error);
  return !error && allowed(resolved);
}

std::vector<std::string> DiskFiles::list(const fs::path& directory) {
  std::vector<std::string> names;
  if (!is_directory(directory)) return names;
  std::error_code error;
  for (fs::directory_iterator entry(root_ / directory, error), end; !error && entry != end; entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace vramlint
