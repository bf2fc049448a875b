// A fresh folder with files, gone with the object.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <sstream>
#include <string>
#include <utility>

namespace vramlint::cli {

class Scratch {
 public:
  Scratch(std::initializer_list<std::pair<const char*, std::string>> files = {}) {
    std::string name = (std::filesystem::temp_directory_path() / "vramlint-cli-XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    path_ = std::filesystem::canonical(name);
    for (const auto& [file, text] : files) put(file, text);
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  void put(const std::string& file, const std::string& bytes) const {
    std::filesystem::create_directories((path_ / file).parent_path());
    std::ofstream(path_ / file, std::ios::binary) << bytes;
  }
  std::string get(const std::string& file) const {
    std::ostringstream bytes;
    bytes << std::ifstream(path_ / file, std::ios::binary).rdbuf();
    return bytes.str();
  }
  const std::filesystem::path& path() const { return path_; }
  std::string operator/(const std::string& file) const { return (path_ / file).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace vramlint::cli
