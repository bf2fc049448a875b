// `vramlint lsp`: messages in and out.
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "integrations/cli/commands.h"
#include "integrations/lsp/frames.h"
#include "integrations/lsp/server.h"

namespace vramlint::lsp {
namespace {

constexpr int kForever = -1;
constexpr int kClientPause = 3'000;  ///< milliseconds between two looks at whether the client is still there

/// False: nobody reads any more.
bool write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

int milliseconds_until(std::optional<Server::Clock::time_point> due, bool watches_client) {
  if (!due) return watches_client ? kClientPause : kForever;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*due - Server::Clock::now()).count();
  return static_cast<int>(std::clamp<int64_t>(left, 0, watches_client ? kClientPause : 60'000));
}

/// Whether there may be more.
bool read_some(FrameReader& frames) {
  static char bytes[1 << 16];
  const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  frames.feed({bytes, static_cast<size_t>(count)});
  return count > 0;
}

int serve() {
  std::signal(SIGPIPE, SIG_IGN);
  bool heard = true;
  Server server([&](const Json& message) {
    heard = write_all(framed(message.dump(-1, ' ', false, Json::error_handler_t::replace))) && heard;
  });
  FrameReader frames;
  while (heard) {
    pollfd handles[] = {{STDIN_FILENO, POLLIN, 0}, {server.wake_handle(), POLLIN, 0}};
    if (poll(handles, 2, milliseconds_until(server.due(), server.watches_client())) < 0 && errno != EINTR)
      return cli::kBug;
    if (handles[0].revents != 0 && !read_some(frames)) return server.end_of_input();
    while (const std::optional<std::string> message = frames.next()) {
      server.receive(*message);
      if (server.ended()) return *server.ended();
    }
    if (const std::string trouble = frames.trouble(); !trouble.empty()) server.log(trouble);
    if (handles[1].revents != 0) server.take_replies();
    server.tick();
    if (server.has_lost_client()) return server.end_of_input();
  }
  return cli::kClean;
}

}  // namespace
}  // namespace vramlint::lsp

namespace vramlint::cli {

void add_lsp(Command program, int& exit_code) {
  Command command = program.subcommand("lsp", "speak with an editor: the language server, over stdin and stdout");
  command.footer("integrations/lsp/README.md has the settings, and configurations for Neovim and Helix.");
  command.callback([&exit_code] { exit_code = lsp::serve(); });
}

}  // namespace vramlint::cli
