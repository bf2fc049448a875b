// Version 1 of a comparison; docs/comparison.schema.json describes it. Keys are only ever added.
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "report/comparison.h"
#include "report/finding_json.h"
#include "report/groups.h"
#include "report/interval_json.h"

namespace vramlint::report {
namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

template <typename Value>
Json bytes_or_null(const std::optional<Value>& size) {
  return size ? Json(size->count) : Json(nullptr);
}

Json revision_json(const Revision& revision) {
  return {{"name", revision.name.text()}, {"commit", text_or_null(revision.commit)}};
}

std::string_view to_string(FileChange::Kind kind) {
  switch (kind) {
    case FileChange::Kind::added:
      return "added";
    case FileChange::Kind::deleted:
      return "deleted";
    case FileChange::Kind::modified:
      return "modified";
  }
  return "";
}

Json side_json(const std::optional<ConfigOutcome>& config) {
  if (!config) return nullptr;
  const bool known = config->status != Status::not_estimable;
  Json unknowns = Json::array();
  for (const Unknown& unknown : config->unknowns) unknowns.push_back(unknown.reason);
  Json side = {{"status", vramlint::to_string(config->status)}};
  side["peak"] = known ? interval_json(config->peak.process) : Json(nullptr);
  side["budget"] = config->device ? Json(config->device->budget.count) : Json(nullptr);
  side["device"] = config->device ? Json(config->device->name) : Json(nullptr);
  side["fits"] = config->fits ? Json(*config->fits) : Json(nullptr);
  side["unknowns"] = unknowns;
  return side;
}

Json cause_json(const Cause& cause) {
  return {{"file", cause.file},
          {"line", cause.line > 0 ? Json(cause.line) : Json(nullptr)},
          {"was", text_or_null(cause.was)},
          {"is", text_or_null(cause.is)},
          {"increase", bytes_or_null(cause.added)}};
}

Json change_json(const ConfigChange& change) {
  Json causes = Json::array();
  for (const Cause& cause : change.causes) causes.push_back(cause_json(cause));
  Json object = {{"path", change.path}};
  if (!change.recipe.empty()) object["recipe"] = change.recipe;
  if (!change.old_path.empty()) object["old_path"] = change.old_path;
  object["before"] = side_json(change.before);
  object["after"] = side_json(change.after);
  object["increase"] = bytes_or_null(increase(change));
  object["comparable"] = is_comparable(change);
  object["causes"] = causes;
  object["causes_together"] = change.together;
  object["max_increase"] = change.limit ? Json{{"most", change.limit->most.count},
                                               {"exceeded", change.limit->exceeded},
                                               {"message", text_or_null(change.limit->message)}}
                                        : Json(nullptr);
  return object;
}

Json findings_json(const std::vector<Finding>& findings, const Context& context) {
  Json list = Json::array();
  for (const Finding& finding : findings) list.push_back(finding_json(finding, context));
  return list;
}

}  // namespace

std::string write_comparison_json(const Comparison& comparison, const Context& context) {
  Json files = Json::array(), configs = Json::array();
  for (const FileChange& file : comparison.files)
    files.push_back({{"path", file.path}, {"change", to_string(file.kind)}});
  size_t exceeded = 0;
  for (const ConfigChange& change : comparison.configs) {
    configs.push_back(change_json(change));
    exceeded += change.limit && change.limit->exceeded;
  }
  const Json document = {
      {"version", 1},
      {"tool", {{"name", "vramlint"}, {"version", context.version}}},
      {"base", revision_json(comparison.base)},
      {"head", revision_json(comparison.head)},
      {"files", files},
      {"configs", configs},
      {"findings",
       {{"new", findings_json(comparison.found, context)}, {"gone", findings_json(comparison.gone, context)}}},
      {"summary",
       {{"configs", comparison.configs.size() + comparison.untouched},
        {"untouched", comparison.untouched},
        {"above_max_increase", exceeded},
        {"new", comparison.found.size()},
        {"gone", comparison.gone.size()},
        {"remaining", comparison.remaining}}}};
  return printable_json(document.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace vramlint::report
