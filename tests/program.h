// The built program, run as a user runs it.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace vramlint::tests {

struct ProgramRun {
  int exit_code = -1;   ///< 128 + n when signal n ended it
  std::string output;   ///< stdout
  std::string errors;   ///< stderr
  double seconds = 0;   ///< of processor time, so that a busy machine does not matter
  double most_mib = 0;  ///< of memory, that this run or an earlier one held
};

/// Runs the program in a folder. No colour, no terminal, in English unless --lang says otherwise.
ProgramRun run_program(const std::filesystem::path& folder, const std::vector<std::string>& arguments);

/// A fresh folder, gone with the object.
class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(std::initializer_list<std::pair<const char*, std::string>> files);  ///< path and text
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  void put(const std::string& path, const std::string& text) const;  ///< makes parent folders
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace vramlint::tests
