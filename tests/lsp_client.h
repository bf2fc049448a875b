// A client of `vramlint lsp`, over pipes to the built program.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace vramlint::tests {

class LspClient {
 public:
  using Json = nlohmann::json;

  LspClient();
  ~LspClient();
  LspClient(const LspClient&) = delete;
  LspClient& operator=(const LspClient&) = delete;

  /// The result of `initialize`.
  Json begin(const Json& capabilities, const Json& options);
  void send_bytes(const std::string& bytes) const;
  void send(Json message) const;
  void notify(const std::string& method, const Json& parameters) const;
  /// The whole answer.
  Json request(const std::string& method, const Json& parameters);
  int post(const std::string& method, const Json& parameters);  ///< a request; its id
  /// The next message that is so; null after twenty seconds without one, or where the program has ended.
  Json wait_for(const std::function<bool(const Json&)>& wanted);
  Json wait_for_id(const Json& id);
  /// The diagnostics that are published for the file, at that version of it.
  Json published(const std::filesystem::path& file, int version);

  void open(const std::filesystem::path& file, const std::string& text) const;
  void change(const std::filesystem::path& file, int version, const Json& changes) const;

  /// Closes its input; the exit code.
  int end();

 private:
  Json read();

  pid_t process_ = -1;
  int in_ = -1, out_ = -1;
  std::string bytes_;
  int requests_ = 0;
};

std::string uri_of(const std::filesystem::path& file);

}  // namespace vramlint::tests
