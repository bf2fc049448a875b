#include "lsp_client.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vramlint::tests {

std::string uri_of(const std::filesystem::path& file) { return "file://" + file.string(); }

LspClient::LspClient() {
  int to[2], from[2];
  EXPECT_EQ(pipe(to), 0);
  EXPECT_EQ(pipe(from), 0);
  process_ = fork();
  if (process_ == 0) {
    dup2(to[0], STDIN_FILENO);
    dup2(from[1], STDOUT_FILENO);
    for (const int handle : {to[0], to[1], from[0], from[1]}) close(handle);
    execl(VRAMLINT_PROGRAM, VRAMLINT_PROGRAM, "lsp", nullptr);
    _exit(127);
  }
  close(to[0]);
  close(from[1]);
  in_ = to[1];
  out_ = from[0];
}

LspClient::~LspClient() {
  if (process_ > 0) end();
}

int LspClient::end() {
  close(in_);
  int status = 0;
  waitpid(process_, &status, 0);
  close(out_);
  process_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

LspClient::Json LspClient::begin(const Json& capabilities, const Json& options) {
  Json answer = request("initialize", {{"processId", nullptr},
                                       {"rootUri", nullptr},
                                       {"capabilities", capabilities},
                                       {"initializationOptions", options}});
  notify("initialized", Json::object());
  return answer.value("result", Json());
}

void LspClient::send_bytes(const std::string& bytes) const {
  for (size_t at = 0; at < bytes.size();) {
    const ssize_t count = write(in_, bytes.data() + at, bytes.size() - at);
    ASSERT_GT(count, 0);
    at += static_cast<size_t>(count);
  }
}

void LspClient::send(Json message) const {
  message["jsonrpc"] = "2.0";
  const std::string text = message.dump();
  send_bytes("Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text);
}

void LspClient::notify(const std::string& method, const Json& parameters) const {
  send({{"method", method}, {"params", parameters}});
}

int LspClient::post(const std::string& method, const Json& parameters) {
  send({{"id", ++requests_}, {"method", method}, {"params", parameters}});
  return requests_;
}

LspClient::Json LspClient::request(const std::string& method, const Json& parameters) {
  return wait_for_id(post(method, parameters));
}

LspClient::Json LspClient::wait_for_id(const Json& id) {
  return wait_for([&](const Json& message) {
    return message.contains("id") && message["id"] == id && !message.contains("method");
  });
}

LspClient::Json LspClient::read() {
  constexpr int kPatience = 20'000;
  for (;;) {
    const size_t end = bytes_.find("\r\n\r\n");
    if (end != std::string::npos) {
      const size_t length = std::stoul(bytes_.substr(bytes_.find(':') + 1));
      if (bytes_.size() >= end + 4 + length) {
        Json message = Json::parse(bytes_.substr(end + 4, length));
        bytes_.erase(0, end + 4 + length);
        return message;
      }
    }
    pollfd handle{out_, POLLIN, 0};
    char buffer[4096];
    if (poll(&handle, 1, kPatience) <= 0) return nullptr;
    const ssize_t count = ::read(out_, buffer, sizeof buffer);
    if (count <= 0) return nullptr;
    bytes_.append(buffer, static_cast<size_t>(count));
  }
}

LspClient::Json LspClient::wait_for(const std::function<bool(const Json&)>& wanted) {
  for (;;) {
    Json message = read();
    if (message.is_null() || wanted(message)) return message;
  }
}

LspClient::Json LspClient::published(const std::filesystem::path& file, int version) {
  const Json message = wait_for([&](const Json& one) {
    return one.value("method", "") == "textDocument/publishDiagnostics" && one["params"]["uri"] == uri_of(file) &&
           one["params"].value("version", 0) == version;
  });
  return message.is_null() ? message : message["params"]["diagnostics"];
}

void LspClient::open(const std::filesystem::path& file, const std::string& text) const {
  notify("textDocument/didOpen",
         {{"textDocument", {{"uri", uri_of(file)}, {"languageId", "yaml"}, {"version", 1}, {"text", text}}}});
}

void LspClient::change(const std::filesystem::path& file, int version, const Json& changes) const {
  notify("textDocument/didChange",
         {{"textDocument", {{"uri", uri_of(file)}, {"version", version}}}, {"contentChanges", changes}});
}

}  // namespace vramlint::tests
