#include "source_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace vramlint::tests {

std::string read_text(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  EXPECT_TRUE(stream) << "cannot read " << path;
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::filesystem::path root() { return VRAMLINT_SOURCE_DIR; }

std::vector<TreeFile> tree_files(const std::vector<std::string>& folders, const std::vector<std::string>& extensions) {
  std::vector<TreeFile> files;
  for (const std::string& folder : folders) {
    if (!std::filesystem::is_directory(root() / folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root() / folder)) {
      const std::string extension = entry.path().extension().string();
      if (!entry.is_regular_file() || std::find(extensions.begin(), extensions.end(), extension) == extensions.end()) {
        continue;
      }
      files.push_back({std::filesystem::relative(entry.path(), root()).generic_string(), read_text(entry.path())});
    }
  }
  std::sort(files.begin(), files.end(), [](const TreeFile& a, const TreeFile& b) { return a.path < b.path; });
  return files;
}

}  // namespace vramlint::tests
