#include "integrations/lsp/client.h"

#include <algorithm>
#include <iterator>

namespace vramlint::lsp {
namespace {

/// The truth at the path, false where there is none.
bool flag(const Json& json, const char* path) {
  const Json::json_pointer at(path);
  return json.contains(at) && json.at(at).is_boolean() && json.at(at).get<bool>();
}

bool has(const Json& json, const char* path) { return json.contains(Json::json_pointer(path)); }

void take(const Json& options, const char* name, std::string& to) {
  if (options.contains(name) && options.at(name).is_string()) to = options.at(name).get<std::string>();
}

}  // namespace

Client client_of(const Json& capabilities) {
  Client client;
  client.related = flag(capabilities, "/textDocument/publishDiagnostics/relatedInformation") ||
                   flag(capabilities, "/textDocument/diagnostic/relatedInformation");
  client.pages = flag(capabilities, "/textDocument/publishDiagnostics/codeDescriptionSupport") ||
                 flag(capabilities, "/textDocument/diagnostic/codeDescriptionSupport");
  client.refreshes_hints = flag(capabilities, "/workspace/inlayHint/refreshSupport");
  client.refreshes_lenses = flag(capabilities, "/workspace/codeLens/refreshSupport");
  client.pulls =
      has(capabilities, "/textDocument/diagnostic") && flag(capabilities, "/workspace/diagnostics/refreshSupport");
  client.lenses = has(capabilities, "/textDocument/codeLens");
  client.hints = !client.lenses && has(capabilities, "/textDocument/inlayHint");
  client.versioned_edits = flag(capabilities, "/workspace/workspaceEdit/documentChanges");
  client.watches = flag(capabilities, "/workspace/didChangeWatchedFiles/dynamicRegistration");
  const Json::json_pointer encodings("/general/positionEncodings");
  if (capabilities.contains(encodings) && capabilities.at(encodings).is_array()) {
    const Json& list = capabilities.at(encodings);
    if (std::find(list.begin(), list.end(), "utf-8") != list.end()) client.unit = Unit::utf8;
  }
  return client;
}

cli::ProjectOptions project_options_of(const Json& options) {
  cli::ProjectOptions result;
  if (!options.is_object()) return result;
  take(options, "device", result.device);
  take(options, "memory", result.memory);
  take(options, "torch", result.torch);
  take(options, "root", result.root);
  if (options.contains("pythonPath") && options.at("pythonPath").is_array()) {
    for (const Json& path : options.at("pythonPath"))
      if (path.is_string()) result.python_path.push_back(path.get<std::string>());
  }
  return result;
}

std::optional<Json> own_settings(const Json& parameters) {
  const Json all = parameters.value("settings", Json());
  if (!all.is_object()) return {};
  const Json own = all.contains("vramlint") ? all.at("vramlint") : all;
  const auto is_told = [&](const char* name) { return own.contains(name); };
  constexpr const char* kNames[] = {"device", "memory", "torch", "root", "pythonPath"};
  return std::any_of(std::begin(kNames), std::end(kNames), is_told) ? std::optional(own) : std::nullopt;
}

Json capabilities_for(const Client& client) {
  Json result = {
      {"positionEncoding", client.unit == Unit::utf8 ? "utf-8" : "utf-16"},
      {"textDocumentSync", {{"openClose", true}, {"change", 2}, {"save", true}}},
      {"hoverProvider", true},
      {"codeActionProvider", {{"codeActionKinds", {"quickfix", "source.fixAll.vramlint"}}}},
      {"documentLinkProvider", {{"resolveProvider", false}}},
      {"diagnosticProvider",
       {{"identifier", "vramlint"}, {"interFileDependencies", true}, {"workspaceDiagnostics", false}}},
      {"executeCommandProvider", {{"commands", {"vramlint.fit"}}}},
  };
  if (client.hints)
    result["inlayHintProvider"] = true;
  else
    result["codeLensProvider"] = {{"resolveProvider", false}};
  return result;
}

Json trimmed(Json diagnostic, const Client& client) {
  if (!client.related) diagnostic.erase("relatedInformation");
  if (!client.pages) diagnostic.erase("codeDescription");
  return diagnostic;
}

}  // namespace vramlint::lsp
