// The only door to the disk. Everything the analyser reads comes through here, and nothing outside the root and the
// given search paths can be read: paths are resolved through symbolic links before they are compared.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/source.h"

namespace vramlint {

enum class ReadError : uint8_t {
  none,
  not_found,
  is_directory,
  outside_root,
  too_large,
  forbidden,
  unreadable,
  binary
};

struct ReadResult {
  const Source* source = nullptr;  ///< set iff error is none
  ReadError error = ReadError::none;
  explicit operator bool() const { return source != nullptr; }
};

/// "no such file", "lies outside the root", …
std::string_view to_string(ReadError error);

/// Thread-safe. Sources live as long as the Files.
class Files {
 public:
  static constexpr size_t kMaxFileSize = size_t{32} << 20;

  virtual ~Files() = default;

  /// `path` absolute, or relative to the root. Each file is read once under each of its names: a link within the root
  /// keeps its own, which is what recipes and people go by.
  virtual ReadResult read(const std::filesystem::path& path) = 0;
  virtual bool is_file(const std::filesystem::path& path) = 0;       ///< false outside the root and search paths
  virtual bool is_directory(const std::filesystem::path& path) = 0;  ///< likewise
  virtual std::vector<std::string> list(const std::filesystem::path& directory) = 0;  ///< names, sorted

  virtual const std::filesystem::path& root() const = 0;  ///< absolute, canonical
  virtual const std::vector<std::filesystem::path>& search_paths() const = 0;
  /// Folders of installed packages: behind all else that is searched.
  virtual const std::vector<std::filesystem::path>& site_packages() const = 0;

  /// Whether data files may say something else later: what is made of them is then of this moment alone.
  virtual bool is_under_trial() const { return false; }

  /// Whether a text of this one stands in for the file, which is named as its Source names it.
  virtual bool is_laid_over(std::string_view) const { return false; }

  /// Relative to the root with forward slashes where inside it, also where the way to the root is a link; else
  /// absolute.
  std::string display(const std::filesystem::path& path) const;

 protected:
  /// What a Source is called that was asked for as `path` and lies at `resolved`.
  std::string name_of(const std::filesystem::path& path, const std::filesystem::path& resolved) const;
};

class DiskFiles : public Files {
 public:
  DiskFiles(std::filesystem::path root, std::vector<std::filesystem::path> search_paths = {},
            std::vector<std::filesystem::path> site_packages = {});
  ReadResult read(const std::filesystem::path& path) override;
  bool is_file(const std::filesystem::path& path) override;
  bool is_directory(const std::filesystem::path& path) override;
  std::vector<std::string> list(const std::filesystem::path& directory) override;
  const std::filesystem::path& root() const override { return root_; }
  const std::vector<std::filesystem::path>& search_paths() const override { return search_paths_; }
  const std::vector<std::filesystem::path>& site_packages() const override { return site_packages_; }
  /// Whether a file in that folder or below it has been read.
  bool has_read_below(const std::filesystem::path& folder) const;
  /// Everything that has been read so far, by path.
  std::vector<const Source*> sources() const;
  /// Files that were asked for and may not be read, as `display` writes them.
  std::set<std::string> forbidden() const;

 private:
  bool allowed(const std::filesystem::path& resolved) const;
  std::filesystem::path root_;
  std::vector<std::filesystem::path> search_paths_, site_packages_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::unique_ptr<Source>> sources_;  // by absolute path, as the Source is named
  std::set<std::string> forbidden_;
};

/// Texts laid over another Files: an edited buffer, a fix under trial, a test's files. Paths are relative to the base's
/// root. Replaced texts are read from here, everything else (and its Sources) from the base. A text that is put again
/// or taken away keeps its Source alive.
class OverlayFiles : public Files {
 public:
  explicit OverlayFiles(Files& base) : base_(base) {}
  void put(const std::filesystem::path& path, std::string text);
  void take_away(const std::filesystem::path& path);
  bool is_under_trial() const override { return true; }
  bool is_laid_over(std::string_view path) const override;
  ReadResult read(const std::filesystem::path& path) override;
  bool is_file(const std::filesystem::path& path) override;
  bool is_directory(const std::filesystem::path& path) override;
  std::vector<std::string> list(const std::filesystem::path& directory) override;
  const std::filesystem::path& root() const override { return base_.root(); }
  const std::vector<std::filesystem::path>& search_paths() const override { return base_.search_paths(); }
  const std::vector<std::filesystem::path>& site_packages() const override { return base_.site_packages(); }

 private:
  const Source* named(const Source& text, const std::filesystem::path& path, const std::string& key);

  Files& base_;
  mutable std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Source>> texts_;  // by absolute normalised path
  std::map<std::pair<const Source*, std::string>, std::unique_ptr<Source>> renamed_;
  std::vector<std::unique_ptr<Source>> replaced_;
};

}  // namespace vramlint
