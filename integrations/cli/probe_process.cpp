#include "integrations/cli/probe_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>

#include "integrations/cli/process.h"

namespace vramlint::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kName = "vramlint-probe";

bool runs(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

/// Writes until the reader has all or has gone.
void feed(int pipe, const std::string& text) {
  size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = write(pipe, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    written += static_cast<size_t>(count);
  }
}

[[noreturn]] void become(const std::string& program, const std::vector<std::string>& arguments,
                         const int pipe_ends[2]) {
  dup2(pipe_ends[0], STDIN_FILENO);
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  std::vector<char*> argv = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execv(program.c_str(), argv.data());
  _exit(127);
}

}  // namespace

std::optional<std::string> find_probe() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (!error && runs(self.parent_path() / kName)) return self.parent_path() / kName;
  return find_program(kName);
}

UsageError probe_missing() {
  return UsageError(
      "probe: there is no vramlint-probe beside this program or on PATH. It needs LibTorch and is built on its own:",
      {"  cmake -S probes -B build-probes -DCMAKE_PREFIX_PATH=\"$(python3 -c 'import torch; "
       "print(torch.utils.cmake_prefix_path)')\"",
       "  cmake --build build-probes", "probes/README.md tells more."});
}

int run_probe(const std::string& program, const std::vector<std::string>& arguments, const std::string& input) {
  int ends[2];
  if (pipe(ends) != 0) throw UsageError(std::string("probe: ") + std::strerror(errno));
  std::signal(SIGPIPE, SIG_IGN);
  const pid_t child = fork();
  if (child < 0) throw UsageError(std::string("probe: ") + std::strerror(errno));
  if (child == 0) become(program, arguments, ends);
  close(ends[0]);
  feed(ends[1], input);
  close(ends[1]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) return 128 + WTERMSIG(status);
  if (WEXITSTATUS(status) == 127) throw UsageError("probe: " + program + " cannot be started");
  return WEXITSTATUS(status);
}

}  // namespace vramlint::cli
