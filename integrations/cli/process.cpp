#include "integrations/cli/process.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <thread>

#include "integrations/cli/commands.h"
#include "integrations/cli/environment.h"

namespace vramlint::cli {
namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

struct Pipe {
  int ends[2] = {-1, -1};
  Pipe() {
    if (pipe(ends) != 0) throw UsageError(std::strerror(errno));
  }
  ~Pipe() {
    shut(0);
    shut(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void shut(int end) {
    if (ends[end] >= 0) close(ends[end]);
    ends[end] = -1;
  }
};

[[noreturn]] void become(const std::string& program, const std::vector<std::string>& arguments,
                         const std::array<Pipe, 3>& pipes) {
  dup2(pipes[0].ends[0], STDIN_FILENO);
  dup2(pipes[1].ends[1], STDOUT_FILENO);
  dup2(pipes[2].ends[1], STDERR_FILENO);
  for (const Pipe& one : pipes)
    for (const int end : one.ends) close(end);
  std::vector<char*> argv = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execv(program.c_str(), argv.data());
  _exit(127);
}

void feed_input(int pipe, const std::string& text) {
  for (size_t done = 0; done < text.size();) {
    const ssize_t count = write(pipe, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    done += static_cast<size_t>(count);
  }
}

/// Both to their ends, whichever has something.
void drain(int output, std::string& text, int errors, std::string& complaints) {
  pollfd waiting[2] = {{output, POLLIN, 0}, {errors, POLLIN, 0}};
  std::string* const into[2] = {&text, &complaints};
  std::array<char, 65536> buffer;
  while (waiting[0].fd >= 0 || waiting[1].fd >= 0) {
    if (poll(waiting, 2, -1) < 0 && errno != EINTR) return;
    for (int i = 0; i < 2; ++i) {
      if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
      const ssize_t count = read(waiting[i].fd, buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) waiting[i].fd = -1;
      if (count > 0) into[i]->append(buffer.data(), static_cast<size_t>(count));
    }
  }
}

}  // namespace

std::optional<std::string> find_program(const std::string& name) {
  std::string rest = variable("PATH");
  while (!rest.empty()) {
    const size_t colon = rest.find(':');
    const fs::path folder = rest.substr(0, colon);
    rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
    if (folder.is_absolute() && is_program(folder / name)) return folder / name;
  }
  return std::nullopt;
}

std::string own_program() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (error) throw UsageError("where this program lies is not known: " + error.message());
  return self.string();
}

Finished run_program(const std::string& program, const std::vector<std::string>& arguments, const std::string& input) {
  std::array<Pipe, 3> pipes;
  std::signal(SIGPIPE, SIG_IGN);
  const pid_t child = fork();
  if (child < 0) throw UsageError(program + ": " + std::strerror(errno));
  if (child == 0) become(program, arguments, pipes);
  pipes[0].shut(0);
  pipes[1].shut(1);
  pipes[2].shut(1);
  Finished finished;
  std::thread feeder([&] {
    feed_input(pipes[0].ends[1], input);
    pipes[0].shut(1);
  });
  drain(pipes[1].ends[0], finished.output, pipes[2].ends[0], finished.errors);
  feeder.join();
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  finished.code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return finished;
}

}  // namespace vramlint::cli
