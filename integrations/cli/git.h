// A git repository's revisions, read through the program git. Nothing is checked out, and the index is not written.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace vramlint::cli {

/// A file that another revision has otherwise than the working tree.
struct FileAtRevision {
  std::filesystem::path path;       ///< absolute
  std::optional<std::string> text;  ///< its bytes there; none: it is not there
};

class Git {
 public:
  /// The repository that the folder lies in. Throws UsageError where there is none, or no git.
  explicit Git(const std::filesystem::path& folder);

  /// The commit that the name means: 40 hexadecimal digits, or 64. Throws UsageError.
  std::string commit(const std::string& name) const;
  /// Where the two left each other. Throws UsageError.
  std::string merge_base(const std::string& one, const std::string& other) const;

  /// What differs between the commit and the working tree, with files that git does not know and does not ignore, by
  /// path. Links, submodules, binary files and those above Files::kMaxFileSize are passed over.
  std::vector<FileAtRevision> differing(const std::string& commit) const;

 private:
  std::vector<std::string> advice_on(const std::string& name) const;
  /// `fine`: an exit code beside 0 with which git says no more than that there is nothing.
  std::string output_of(const std::vector<std::string>& arguments, const std::string& input = {}, int fine = 0) const;
  std::vector<std::string> without_filters() const;
  void fill_in(std::vector<std::pair<std::string, FileAtRevision>>& files) const;

  std::string program_;
  std::filesystem::path top_;
  std::vector<std::string> switches_;  // that keep the repository's settings from starting programs
};

}  // namespace vramlint::cli
