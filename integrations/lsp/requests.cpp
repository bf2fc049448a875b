// What the client asks for of its documents.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "integrations/lsp/actions.h"
#include "integrations/lsp/links.h"
#include "integrations/lsp/server.h"
#include "report/uri.h"

namespace vramlint::lsp {
namespace {

constexpr int kInvalidParams = -32602;

Json first_line() { return to_json(Range{{0, 0}, {0, 0}}); }

std::string uri_in(const Documents& documents, const std::string& path) {
  const auto open = documents.find(path);
  return open == documents.end() ? report::uri_of(path) : open->second.uri;
}

}  // namespace

std::vector<const Marked*> Server::findings_in(const std::string& path) const {
  std::vector<const Marked*> found;
  for (const auto& [_, report] : reports_) {
    for (const Marked& one : report.findings) {
      const auto same = [&](const Marked* other) { return other->diagnostic == one.diagnostic; };
      if (one.path == path && std::none_of(found.begin(), found.end(), same)) found.push_back(&one);
    }
  }
  return found;
}

Json Server::diagnostics_of(const std::string& path) const {
  Json list = Json::array();
  for (const Marked* one : findings_in(path)) list.push_back(trimmed(one->diagnostic, client_));
  return list;
}

/// Open documents that the client asks about are left to it.
void Server::publish() {
  std::set<std::string> paths;
  for (const auto& [path, _] : told_) paths.insert(path);
  for (const auto& [path, _] : documents_) paths.insert(path);
  for (const auto& [_, report] : reports_)
    for (const Marked& one : report.findings) paths.insert(one.path);
  for (const std::string& path : paths) {
    const auto document = documents_.find(path);
    const bool is_open = document != documents_.end();
    Json parameters = {{"uri", uri_in(documents_, path)},
                       {"diagnostics", is_open && client_.pulls ? Json::array() : diagnostics_of(path)}};
    if (is_open) parameters["version"] = document->second.version;
    std::string text = parameters.dump(-1, ' ', false, Json::error_handler_t::replace);
    const bool is_empty = parameters["diagnostics"].empty();
    const auto told = told_.find(path);
    if (told == told_.end() && is_empty && (!is_open || client_.pulls)) continue;
    if (told != told_.end() && told->second == text) continue;
    if (is_empty && !is_open)
      told_.erase(path);
    else
      told_[path] = std::move(text);
    notify("textDocument/publishDiagnostics", std::move(parameters));
  }
  if (client_.refreshes_lenses && client_.lenses) ask("workspace/codeLens/refresh", nullptr);
  if (client_.refreshes_hints && client_.hints) ask("workspace/inlayHint/refresh", nullptr);
  if (client_.pulls && pulls_.empty()) ask("workspace/diagnostic/refresh", nullptr);
}

void Server::diagnostic(const Json& id, const Json& parameters) {
  pulls_.emplace_back(id, document_of(parameters).path);
  if (due_) {
    due_ = Clock::now();  // somebody waits
  } else if (!checking_) {
    answer_pulls();
  }
}

void Server::answer_pulls() {
  for (const auto& [id, path] : std::exchange(pulls_, {}))
    answer(id, {{"kind", "full"}, {"items", diagnostics_of(path)}});
}

void Server::answer_from_worker(const Json& id, std::function<Json()> make) {
  open_requests_.insert(id.dump());
  if (due_) tick();
  worker_.post([this, id, make = std::move(make)]() -> Worker::Reply {
    Json result;
    std::string trouble;
    try {
      result = make();
    } catch (const std::exception& error) {
      trouble = error.what();
    }
    return [this, id, result = std::move(result), trouble]() mutable {
      if (open_requests_.erase(id.dump()) == 0) return;  // cancelled
      if (trouble.empty())
        answer(id, std::move(result));
      else
        refuse(id, -32603, trouble);
    };
  });
}

void Server::hover(const Json& id, const Json& parameters) {
  const std::string path = document_of(parameters).path;
  const Place place = place_in(parameters.at("position"));
  answer_from_worker(id, [analyst = analyst_, path, place]() -> Json {
    const std::string text = analyst->hover(path, place);
    if (text.empty()) return nullptr;
    return {{"contents", {{"kind", "markdown"}, {"value", text}}}};
  });
}

void Server::code_action(const Json& id, const Json& parameters) {
  if (!checking_ && !due_ && !has_unfinished()) return answer(id, actions_for(parameters));
  waiting_.emplace_back(id, parameters);
  (due_ ? due_ : finish_due_) = Clock::now();
}

Json Server::actions_for(const Json& parameters) {
  const Document& document = document_of(parameters);
  const Json context = parameters.value("context", Json::object());
  const Json only = context.is_object() ? context.value("only", Json()) : Json();
  return code_actions(findings_in(document.path), range_in(parameters.at("range")), only, {documents_, client_});
}

void Server::answer_waiting() {
  for (const auto& [id, parameters] : std::exchange(waiting_, {}))
    handle_request("textDocument/codeAction", id, parameters);
}

void Server::code_lens(const Json& id, const Json& parameters) {
  const Document& document = document_of(parameters);
  const auto report = reports_.find(document.path);
  Json lenses = Json::array();
  if (report != reports_.end() && !report->second.headline.empty()) {
    const Json fit = {{"title", report->second.headline}, {"command", "vramlint.fit"}, {"arguments", {document.uri}}};
    lenses.push_back({{"range", first_line()}, {"command", fit}});
  }
  answer(id, std::move(lenses));
}

void Server::inlay_hint(const Json& id, const Json& parameters) {
  const Document& document = document_of(parameters);
  const auto report = reports_.find(document.path);
  Json hints = Json::array();
  if (report != reports_.end() && !report->second.headline.empty() &&
      range_in(parameters.at("range")).start.line <= 0) {
    const Positions positions = document.positions(client_.unit);
    const Range line{{0, 0}, positions.place_of(positions.offset_of({0, INT32_MAX}))};
    hints.push_back({{"position", to_json(line)["end"]}, {"label", report->second.headline}, {"paddingLeft", true}});
  }
  answer(id, std::move(hints));
}

void Server::document_link(const Json& id, const Json& parameters) {
  const Document& document = document_of(parameters);
  const Positions positions = document.positions(client_.unit);
  Json links = Json::array();
  for (const Link& link : base_links(document.body())) {
    const std::filesystem::path target =
        (std::filesystem::path(document.path).parent_path() / link.target).lexically_normal();
    std::error_code error;
    if (!std::filesystem::is_regular_file(target, error)) continue;
    links.push_back({{"range", to_json({positions.place_of(link.begin), positions.place_of(link.end)})},
                     {"target", uri_in(documents_, target.generic_string())}});
  }
  answer(id, std::move(links));
}

void Server::execute_command(const Json& id, const Json& parameters) {
  const std::string command = parameters.at("command");
  if (command != "vramlint.fit") throw Refusal{kInvalidParams, "there is no command " + command};
  const std::string path = path_of(parameters.at("arguments").at(0).get_ref<const std::string&>());
  if (!documents_.contains(path)) throw Refusal{kInvalidParams, "the document is not open"};
  answer_from_worker(id, [analyst = analyst_, path]() -> Json {
    const std::string text = analyst->fit(path);
    return {{"text", text}};
  });
}

}  // namespace vramlint::lsp
