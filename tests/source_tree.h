// The project's own files, for the tests that read them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace vramlint::tests {

/// Whole text of a file; fails the test and yields "" when it cannot be read.
std::string read_text(const std::filesystem::path& path);

/// Splits at line ends; a trailing line end opens no further line.
std::vector<std::string> lines_of(const std::string& text);

/// The project's root.
std::filesystem::path root();

struct TreeFile {
  std::string path;  ///< relative to the root, forward slashes
  std::string text;
};

/// Every file with one of the extensions under the given folders of the project, sorted.
std::vector<TreeFile> tree_files(const std::vector<std::string>& folders, const std::vector<std::string>& extensions);

}  // namespace vramlint::tests
