#include "program.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>

#include "source_tree.h"

namespace vramlint::tests {
namespace {

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

double seconds_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "vramlint-test-XXXXXX").string();
  EXPECT_NE(mkdtemp(name.data()), nullptr);
  path_ = std::filesystem::canonical(name);
}

ScratchFolder::ScratchFolder(std::initializer_list<std::pair<const char*, std::string>> files) : ScratchFolder() {
  for (const auto& [path, text] : files) put(path, text);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void ScratchFolder::put(const std::string& path, const std::string& text) const {
  const std::filesystem::path file = path_ / path;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

ProgramRun run_program(const std::filesystem::path& folder, const std::vector<std::string>& arguments) {
  const ScratchFolder captured;
  std::string command = "cd " + quoted(folder.string()) + " && NO_COLOR=1 VRAMLINT_LANG=en " + quoted(VRAMLINT_PROGRAM);
  for (const std::string& argument : arguments) command += " " + quoted(argument);
  const std::string output = (captured.path() / "output").string(), errors = (captured.path() / "errors").string();
  command += " </dev/null >" + quoted(output) + " 2>" + quoted(errors);

  const double before = seconds_of_children();
  const int status = std::system(command.c_str());
  ProgramRun run;
  run.seconds = seconds_of_children() - before;
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  run.most_mib = static_cast<double>(usage.ru_maxrss) / 1024;
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run.output = read_text(output);
  run.errors = read_text(errors);
  return run;
}

}  // namespace vramlint::tests
