// The server: what the client has open and what is known of it. Everything but the analyses happens on one thread, in
// the order in which it comes in.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <set>

#include "integrations/lsp/client.h"
#include "integrations/lsp/worker.h"

namespace vramlint::lsp {

class Server {
 public:
  using Clock = std::chrono::steady_clock;
  using Send = std::function<void(const Json&)>;

  explicit Server(Send send) : send_(std::move(send)) {}

  void receive(const std::string& message);
  void take_replies();
  void tick();  ///< begins what is due
  /// When something is due; empty: nothing is.
  std::optional<Clock::time_point> due() const;
  int wake_handle() const { return worker_.wake_handle(); }
  void log(const std::string& text, int type = 2);
  /// What the program returns, once the client has said that it ends.
  std::optional<int> ended() const { return ended_; }
  int end_of_input() const { return shut_down_ ? 0 : 1; }
  /// Whether there is a client whose life can be seen: its process was there when it began.
  bool watches_client() const { return client_process_ > 0; }
  bool has_lost_client() const;

 private:
  struct Refusal {
    int code;
    std::string message;
  };
  using Request = void (Server::*)(const Json& id, const Json& parameters);
  using Notification = void (Server::*)(const Json& parameters);
  static const std::map<std::string, Request>& requests();
  static const std::map<std::string, Notification>& notifications();

  void dispatch(const Json& message);
  void handle_request(const std::string& method, const Json& id, const Json& parameters);
  void answer(const Json& id, Json result);
  void refuse(const Json& id, int code, const std::string& message);
  void ask(const std::string& method, Json parameters);
  void notify(const std::string& method, Json parameters);

  void initialize(const Json& id, const Json& parameters);
  void shutdown(const Json& id, const Json& parameters);
  void hover(const Json& id, const Json& parameters);
  void code_action(const Json& id, const Json& parameters);
  void code_lens(const Json& id, const Json& parameters);
  void inlay_hint(const Json& id, const Json& parameters);
  void document_link(const Json& id, const Json& parameters);
  void diagnostic(const Json& id, const Json& parameters);
  void execute_command(const Json& id, const Json& parameters);

  void initialized(const Json& parameters);
  void exit(const Json& parameters);
  void cancel(const Json& parameters);
  void did_open(const Json& parameters);
  void did_change(const Json& parameters);
  void did_close(const Json& parameters);
  void did_change_configuration(const Json& parameters);
  void did_change_watched_files(const Json& parameters);
  void nothing(const Json&) {}

  Document& document_of(const Json& parameters);  ///< throws Refusal
  void set_project(const Json& options);
  void touch(const std::string& path, std::function<void()> on_worker, std::chrono::milliseconds wait);
  void begin_check();
  void finish_check(std::vector<Report> reports, uint64_t revision, double seconds);
  bool has_unfinished() const;
  void begin_finish();
  void take_finished(std::vector<Report> reports, uint64_t revision);
  void recheck(const std::string& path);
  void answer_waiting();
  void answer_pulls();
  void publish();
  Json actions_for(const Json& parameters);
  Json diagnostics_of(const std::string& path) const;
  std::vector<const Marked*> findings_in(const std::string& path) const;
  void answer_from_worker(const Json& id, std::function<Json()> make);

  Send send_;
  Documents documents_;
  std::map<std::string, Report> reports_;    // of open configs
  std::map<std::string, std::string> told_;  // diagnostics that were published, by path
  Client client_;
  std::shared_ptr<Analyst> analyst_;                 // the worker's
  std::vector<std::pair<Json, std::string>> pulls_;  // requests that wait for a check: id, path
  std::vector<std::pair<Json, Json>> waiting_;       // requests that wait for the fixes of all: id, parameters
  std::set<std::string> open_requests_;              // ids, of what the worker answers
  std::string last_;                                 // the path of the last change
  std::optional<Clock::time_point> due_, finish_due_;
  std::chrono::milliseconds pause_{0};  // between an edit and its check
  bool checking_ = false, initialized_ = false, shut_down_ = false;
  std::optional<int> ended_;
  int asked_ = 0;
  int64_t client_process_ = 0;
  std::atomic<uint64_t> revision_{0};  // of all texts together
  Worker worker_;                      // ends first: its tasks look at the others
};

}  // namespace vramlint::lsp
