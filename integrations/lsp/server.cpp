#include "integrations/lsp/server.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <cerrno>

#include "integrations/cli/commands.h"
#include "report/uri.h"

namespace vramlint::lsp {
namespace {

using std::chrono::milliseconds;

constexpr int kParseError = -32700, kInvalidRequest = -32600, kMethodNotFound = -32601, kInvalidRequestParams = -32602,
              kInternalError = -32603, kNotInitialized = -32002, kCancelled = -32800;
/// A check begins at once where the last was quick, else when no edit has come for so long. Edits that come while one
/// runs wait for its end together. What takes trials begins after such a pause, and ends where an edit comes.
constexpr milliseconds kPause{150};

bool is_id(const Json& id) { return id.is_string() || id.is_number_integer(); }

/// About a document that is no file, as one that was never saved.
bool is_elsewhere(const Json& parameters) {
  const Json::json_pointer at("/textDocument/uri");
  if (!parameters.is_object() || !parameters.contains(at) || !parameters.at(at).is_string()) return false;
  return path_of(parameters.at(at).get_ref<const std::string&>()).empty();
}

/// What there is to say of such a document.
Json nothing_for(const std::string& method) {
  if (method == "textDocument/hover") return nullptr;
  if (method == "textDocument/diagnostic") return {{"kind", "full"}, {"items", Json::array()}};
  return Json::array();
}

constexpr const char* kStrangeParameters = "its parameters are not what the protocol says";

bool is_running(int64_t process) { return kill(static_cast<pid_t>(process), 0) == 0 || errno != ESRCH; }

}  // namespace

const std::map<std::string, Server::Request>& Server::requests() {
  static const std::map<std::string, Request> all = {
      {"initialize", &Server::initialize},
      {"shutdown", &Server::shutdown},
      {"textDocument/hover", &Server::hover},
      {"textDocument/codeAction", &Server::code_action},
      {"textDocument/codeLens", &Server::code_lens},
      {"textDocument/inlayHint", &Server::inlay_hint},
      {"textDocument/documentLink", &Server::document_link},
      {"textDocument/diagnostic", &Server::diagnostic},
      {"workspace/executeCommand", &Server::execute_command},
  };
  return all;
}

const std::map<std::string, Server::Notification>& Server::notifications() {
  static const std::map<std::string, Notification> all = {
      {"initialized", &Server::initialized},
      {"exit", &Server::exit},
      {"$/cancelRequest", &Server::cancel},
      {"textDocument/didOpen", &Server::did_open},
      {"textDocument/didChange", &Server::did_change},
      {"textDocument/didClose", &Server::did_close},
      {"textDocument/didSave", &Server::nothing},
      {"workspace/didChangeConfiguration", &Server::did_change_configuration},
      {"workspace/didChangeWatchedFiles", &Server::did_change_watched_files},
  };
  return all;
}

// ---------------------------------------------------------------- messages

void Server::receive(const std::string& message) {
  const Json json = Json::parse(message, nullptr, false);
  if (json.is_discarded()) return refuse(nullptr, kParseError, "the message is no JSON");
  if (!json.is_object()) return refuse(nullptr, kInvalidRequest, "the message is no object");
  dispatch(json);
}

void Server::dispatch(const Json& message) {
  const auto found = message.find("method");
  const bool has_id = message.contains("id");
  if (found == message.end() && has_id) return;  // an answer to what we asked
  if (found == message.end() || !found->is_string() || (has_id && !is_id(message["id"])))
    return refuse(nullptr, kInvalidRequest, "the message is neither a request nor a notification");
  const std::string method = found->get<std::string>();
  const Json parameters = message.value("params", Json::object());
  if (has_id) return handle_request(method, message["id"], parameters);
  const auto handler = notifications().find(method);
  if (handler == notifications().end() || (!initialized_ && method != "exit") || is_elsewhere(parameters)) return;
  try {
    (this->*handler->second)(parameters);
  } catch (const Refusal& refusal) {
    log(method + ": " + refusal.message);
  } catch (const Json::exception&) {
    log(method + ": " + kStrangeParameters);
  } catch (const std::exception& error) {
    log(method + ": " + error.what());
  }
}

void Server::handle_request(const std::string& method, const Json& id, const Json& parameters) {
  if (!initialized_ && method != "initialize") return refuse(id, kNotInitialized, "initialize comes first");
  if (shut_down_) return refuse(id, kInvalidRequest, "the server has been shut down");
  const auto handler = requests().find(method);
  if (handler == requests().end()) return refuse(id, kMethodNotFound, "there is no method " + method);
  if (is_elsewhere(parameters)) return answer(id, nothing_for(method));
  try {
    (this->*handler->second)(id, parameters);
  } catch (const Refusal& refusal) {
    refuse(id, refusal.code, refusal.message);
  } catch (const Json::exception&) {
    refuse(id, kInvalidRequestParams, method + ": " + kStrangeParameters);
  } catch (const std::exception& error) {
    refuse(id, kInternalError, error.what());
  }
}

void Server::answer(const Json& id, Json result) {
  send_({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

void Server::refuse(const Json& id, int code, const std::string& message) {
  send_({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}});
}

void Server::ask(const std::string& method, Json parameters) {
  Json message = {{"jsonrpc", "2.0"}, {"id", fmt::format("vramlint-{}", ++asked_)}, {"method", method}};
  if (!parameters.is_null()) message["params"] = std::move(parameters);
  send_(message);
}

void Server::notify(const std::string& method, Json parameters) {
  send_({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(parameters)}});
}

void Server::log(const std::string& text, int type) {
  notify("window/logMessage", {{"type", type}, {"message", "vramlint: " + text}});
}

void Server::cancel(const Json& parameters) {
  const Json id = parameters.at("id");
  const auto waits = [&](const auto& pull) { return pull.first == id; };
  const bool pulled = std::erase_if(pulls_, waits) + std::erase_if(waiting_, waits) > 0;
  if (open_requests_.erase(id.dump()) > 0 || pulled) refuse(id, kCancelled, "cancelled");
}

// ---------------------------------------------------------------- begin and end

void Server::set_project(const Json& options) {
  Settings settings{project_options_of(options), client_.unit};
  try {
    cli::analysis_options(settings.project);
  } catch (const cli::UsageError& error) {
    notify("window/showMessage", {{"type", 1}, {"message", std::string("vramlint: ") + error.what()}});
    settings.project.device.clear();
    settings.project.memory.clear();
    settings.project.torch.clear();
  }
  analyst_ = std::make_shared<Analyst>(std::move(settings));
}

void Server::initialize(const Json& id, const Json& parameters) {
  if (initialized_) throw Refusal{kInvalidRequest, "the server has been initialized already"};
  client_ = client_of(parameters.value("capabilities", Json::object()));
  set_project(parameters.value("initializationOptions", Json::object()));
  const Json process = parameters.value("processId", Json());
  if (process.is_number_integer() && process.get<int64_t>() > 1 && is_running(process.get<int64_t>()))
    client_process_ = process.get<int64_t>();
  initialized_ = true;
  answer(id, {{"capabilities", capabilities_for(client_)},
              {"serverInfo", {{"name", "vramlint"}, {"version", cli::version()}}}});
}

void Server::initialized(const Json&) {
  if (!client_.watches) return;
  const Json watchers = Json::array({{{"globPattern", "**/*.{py,yaml,yml,json,sh}"}}});
  ask("client/registerCapability", {{"registrations", Json::array({{{"id", "vramlint-files"},
                                                                    {"method", "workspace/didChangeWatchedFiles"},
                                                                    {"registerOptions", {{"watchers", watchers}}}}})}});
}

void Server::shutdown(const Json& id, const Json&) {
  shut_down_ = true;
  answer(id, nullptr);
}

bool Server::has_lost_client() const { return watches_client() && !is_running(client_process_); }

void Server::exit(const Json&) { ended_ = end_of_input(); }

// ---------------------------------------------------------------- texts

Document& Server::document_of(const Json& parameters) {
  const std::string path = path_of(parameters.at("textDocument").at("uri").get_ref<const std::string&>());
  const auto found = documents_.find(path);
  if (found == documents_.end()) throw Refusal{kInvalidRequestParams, "the document is not open"};
  return found->second;
}

/// What the change means for the analyses happens there, in order with all else.
void Server::touch(const std::string& path, std::function<void()> on_worker, milliseconds wait) {
  last_ = path;
  ++revision_;
  worker_.post([this, run = std::move(on_worker)]() -> Worker::Reply {
    try {
      run();
    } catch (const std::exception& error) {
      return [this, what = std::string(error.what())] { log(what); };
    }
    return [] {};
  });
  due_ = Clock::now() + wait;
}

void Server::did_open(const Json& parameters) {
  const Json& item = parameters.at("textDocument");
  Document document{item.at("uri"), path_of(item.at("uri").get_ref<const std::string&>()),
                    item.value("version", int64_t{0}), item.at("text")};
  if (document.path.empty()) return;
  documents_[document.path] = document;
  touch(
      document.path, [analyst = analyst_, path = document.path, text = document.text] { analyst->lay(path, text); },
      milliseconds(0));
}

void Server::did_change(const Json& parameters) {
  Document& document = document_of(parameters);
  for (const Json& content : parameters.at("contentChanges"))
    if (!change(document, content, client_.unit))
      throw Refusal{kInvalidRequestParams, "the document becomes too large"};
  document.version = parameters.at("textDocument").value("version", document.version + 1);
  touch(
      document.path, [analyst = analyst_, path = document.path, text = document.text] { analyst->lay(path, text); },
      pause_);
}

void Server::did_close(const Json& parameters) {
  const std::string path = document_of(parameters).path;
  documents_.erase(path);
  reports_.erase(path);
  touch(
      path, [analyst = analyst_, path] { analyst->close(path); }, milliseconds(0));
  publish();
}

void Server::did_change_configuration(const Json& parameters) {
  const std::optional<Json> own = own_settings(parameters);
  if (!own) return;
  set_project(*own);
  reports_.clear();
  for (const auto& [path, document] : documents_)
    touch(
        path, [analyst = analyst_, path = path, text = document.text] { analyst->lay(path, text); }, milliseconds(0));
}

void Server::did_change_watched_files(const Json& parameters) {
  constexpr int kChanged = 2;
  for (const Json& event : parameters.at("changes")) {
    const std::string path = path_of(event.at("uri").get_ref<const std::string&>());
    if (path.empty()) continue;
    const bool changed = event.value("type", 0) == kChanged;
    if (changed && documents_.contains(path)) continue;
    touch(
        path, [analyst = analyst_, path, changed] { changed ? analyst->reread(path) : analyst->forget_all(); }, kPause);
  }
}

// ---------------------------------------------------------------- checks

std::optional<Server::Clock::time_point> Server::due() const {
  if (checking_) return std::nullopt;
  return due_ ? due_ : finish_due_;
}

void Server::tick() {
  if (!due() || Clock::now() < *due()) return;
  due_ ? begin_check() : begin_finish();
}

void Server::begin_check() {
  due_.reset();
  finish_due_.reset();
  checking_ = true;
  worker_.post([this, analyst = analyst_, first = last_, revision = revision_.load()]() -> Worker::Reply {
    const Clock::time_point begin = Clock::now();
    std::vector<Report> reports;
    for (const std::string& path : analyst->unchecked(first)) {
      if (revision_ != revision) break;  // what is left is asked for again
      reports.push_back(analyst->check(path));
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return [this, reports = std::move(reports), revision, seconds]() mutable {
      finish_check(std::move(reports), revision, seconds);
    };
  });
}

/// A report of texts that have changed since is shown nevertheless where it is not about one of them; what has changed
/// is checked again anyhow.
void Server::finish_check(std::vector<Report> reports, uint64_t revision, double seconds) {
  checking_ = false;
  const milliseconds took(static_cast<int64_t>(seconds * 1000));
  if (!reports.empty()) pause_ = took < kPause ? milliseconds(0) : kPause;
  const bool is_late = revision_ != revision;
  for (Report& report : reports) {
    if (!report.bug.empty()) log("a bug of vramlint; please report it: " + report.bug, 1);
    const bool shows_last = report.path == last_ || std::any_of(report.findings.begin(), report.findings.end(),
                                                                [&](const Marked& one) { return one.path == last_; });
    if (!documents_.contains(report.path)) continue;
    if (!is_late || !shows_last) {
      reports_[report.path] = std::move(report);
    } else {
      recheck(report.path);
    }
  }
  if (is_late) return;
  publish();
  answer_pulls();
  if (!has_unfinished()) return answer_waiting();
  finish_due_ = Clock::now() + (waiting_.empty() ? kPause : milliseconds(0));
}

bool Server::has_unfinished() const {
  return std::any_of(reports_.begin(), reports_.end(), [](const auto& report) { return !report.second.is_whole; });
}

/// Where an edit comes meanwhile, its check sees to what is not finished.
void Server::begin_finish() {
  finish_due_.reset();
  worker_.post([this, analyst = analyst_, revision = revision_.load()]() -> Worker::Reply {
    std::vector<Report> reports;
    const auto is_obsolete = [&] { return revision_ != revision; };
    for (const std::string& path : analyst->unfinished()) {
      if (is_obsolete()) break;
      if (std::optional<Report> report = analyst->finish(path, is_obsolete)) reports.push_back(std::move(*report));
    }
    return [this, reports = std::move(reports), revision]() mutable { take_finished(std::move(reports), revision); };
  });
}

void Server::take_finished(std::vector<Report> reports, uint64_t revision) {
  const bool is_late = revision_ != revision;
  for (Report& report : reports) {
    if (!report.bug.empty()) log("a bug of vramlint; please report it: " + report.bug, 1);
    if (is_late)
      recheck(report.path);
    else if (documents_.contains(report.path))
      reports_[report.path] = std::move(report);
  }
  if (is_late) return;
  publish();
  answer_waiting();
}

void Server::recheck(const std::string& path) {
  worker_.post([analyst = analyst_, path]() -> Worker::Reply {
    analyst->recheck(path);
    return [] {};
  });
  if (!due_) due_ = Clock::now();
}

void Server::take_replies() {
  for (const Worker::Reply& reply : worker_.take_replies()) reply();
}

}  // namespace vramlint::lsp
