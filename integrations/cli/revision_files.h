// A project's files as another revision has them: its texts over those of the disk, and without what it lacks.
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "base/files.h"
#include "integrations/cli/git.h"

namespace vramlint::cli {

/// Thread-safe once `put` and `hide` are done. Files that git ignores, and those elsewhere, are the disk's.
class RevisionFiles : public OverlayFiles {
 public:
  RevisionFiles(Files& disk, const std::vector<FileAtRevision>& differing);

  ReadResult read(const std::filesystem::path& path) override;
  bool is_file(const std::filesystem::path& path) override;
  bool is_directory(const std::filesystem::path& path) override;
  std::vector<std::string> list(const std::filesystem::path& directory) override;
  bool is_under_trial() const override { return false; }  // a revision never changes

  /// Whether the file lies where files may be read.
  bool opens(const std::filesystem::path& path) const;

  /// From here on it is noted which of these has been asked for.
  void watch(const std::vector<std::filesystem::path>& files);
  /// Those, absolute; and none is noted any more.
  std::set<std::string> take_asked();

 private:
  std::string key_of(const std::filesystem::path& path) const;
  void note(const std::string& key);
  bool hides_below(const std::string& key) const;
  bool is_all_watched(const std::filesystem::path& directory);
  /// Whether the names in a folder (with its slash) may be others where the file is not, or is. Below another folder it
  /// takes that one's name with it when nothing else lies there.
  bool shows_in(const std::string& folder, const std::string& file);

  std::set<std::string> hidden_, watched_, asked_;  // absolute, resolved
  std::mutex mutex_;
};

}  // namespace vramlint::cli
