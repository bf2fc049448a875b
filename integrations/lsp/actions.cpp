#include "integrations/lsp/actions.h"

#include <algorithm>

#include "report/uri.h"

namespace vramlint::lsp {
namespace {

constexpr std::string_view kFixAll = "source.fixAll.vramlint";

/// Whether the client asked for the kind or for one above it.
bool wants(const Json& only, std::string_view kind) {
  if (!only.is_array()) return true;
  return std::any_of(only.begin(), only.end(), [&](const Json& one) {
    if (!one.is_string()) return false;
    const auto& asked = one.get_ref<const std::string&>();
    return asked.empty() || kind == asked || (kind.starts_with(asked) && kind[asked.size()] == '.');
  });
}

Json text_edit(const FileEdit& edit) { return {{"range", to_json(edit.range)}, {"newText", edit.text}}; }

Json workspace_edit(const std::vector<FileEdit>& edits, const ActionContext& context) {
  std::map<std::string, Json> by_path;
  for (const FileEdit& edit : edits)
    by_path.try_emplace(edit.path, Json::array()).first->second.push_back(text_edit(edit));
  Json changes = Json::object(), documents = Json::array();
  for (auto& [path, list] : by_path) {
    const auto open = context.documents.find(path);
    const bool is_open = open != context.documents.end();
    const std::string uri = is_open ? open->second.uri : report::uri_of(path);
    documents.push_back({{"textDocument", {{"uri", uri}, {"version", is_open ? Json(open->second.version) : Json()}}},
                         {"edits", list}});
    changes[uri] = std::move(list);
  }
  if (context.client.versioned_edits) return {{"documentChanges", std::move(documents)}};
  return {{"changes", std::move(changes)}};
}

Json quick_fix(const Marked& finding, const MarkedFix& fix, const ActionContext& context) {
  const bool safe = fix.safety == Safety::safe;
  Json action = {{"title", fix.title},
                 {"kind", "quickfix"},
                 {"diagnostics", Json::array({trimmed(finding.diagnostic, context.client)})},
                 {"edit", workspace_edit(fix.edits, context)}};
  if (safe) action["isPreferred"] = true;
  return action;
}

bool clash(const FileEdit& lhs, const FileEdit& rhs) {
  if (lhs.path != rhs.path) return false;
  if (lhs.range.start == rhs.range.start) return true;
  return lhs.range.start < rhs.range.end && rhs.range.start < lhs.range.end;
}

/// Of each finding its first safe fix, where it clashes with none before it.
std::vector<FileEdit> safe_edits(const std::vector<const Marked*>& findings) {
  std::vector<FileEdit> all;
  for (const Marked* finding : findings) {
    const auto fix = std::find_if(finding->fixes.begin(), finding->fixes.end(),
                                  [](const MarkedFix& one) { return one.safety == Safety::safe; });
    if (fix == finding->fixes.end()) continue;
    const bool fits = std::none_of(fix->edits.begin(), fix->edits.end(), [&](const FileEdit& edit) {
      return std::any_of(all.begin(), all.end(), [&](const FileEdit& other) { return clash(edit, other); });
    });
    if (fits) all.insert(all.end(), fix->edits.begin(), fix->edits.end());
  }
  return all;
}

}  // namespace

Json code_actions(const std::vector<const Marked*>& findings, const Range& range, const Json& only,
                  const ActionContext& context) {
  Json actions = Json::array();
  if (wants(only, "quickfix")) {
    for (const Marked* finding : findings) {
      if (!meet(finding->range, range)) continue;
      for (const MarkedFix& fix : finding->fixes) actions.push_back(quick_fix(*finding, fix, context));
    }
  }
  const std::vector<FileEdit> edits = wants(only, kFixAll) ? safe_edits(findings) : std::vector<FileEdit>();
  if (!edits.empty()) {
    actions.push_back(
        {{"title", "Apply all safe fixes of vramlint"}, {"kind", kFixAll}, {"edit", workspace_edit(edits, context)}});
  }
  return actions;
}

}  // namespace vramlint::lsp
