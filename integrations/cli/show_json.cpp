#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "integrations/cli/show.h"

namespace vramlint::cli {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const memory::Sample& sample) {
  return {{"allocated", sample.allocated.count}, {"reserved", sample.reserved.count}};
}

Json json_of(const Stretch& stretch) {
  return {{"name", stretch.name},
          {"first_event", stretch.first},
          {"events", stretch.end - stretch.first},
          {"before", json_of(stretch.before)},
          {"highest", json_of(stretch.highest)},
          {"after", json_of(stretch.after)}};
}

Json json_of(const PeakMoment& peak, const memory::Timeline& timeline) {
  Json json = {{"allocated", timeline.peak_allocated.count}, {"reserved", timeline.peak_reserved.count}};
  json["event"] = peak.event;
  json["stretch"] = peak.stretch;
  json["op"] = peak.operation;
  json["module"] = peak.module;
  json["category"] = to_string(peak.category);
  json["bytes"] = peak.asked.count;
  json["file"] = peak.span ? Json(peak.span.source->path()) : Json(nullptr);
  json["line"] = peak.span ? Json(peak.span.start().line) : Json(nullptr);
  return json;
}

Json json_of(const ModuleShare& share) {
  Json json = {{"name", share.name}, {"bytes", share.total.count}, {"own", share.own.count}};
  Json children = Json::array();
  for (const ModuleShare& below : share.children) children.push_back(json_of(below));
  json["modules"] = std::move(children);
  return json;
}

Json json_of(const KeyShare& key) {
  Json json = {{"key", key.key}, {"from", key.from}, {"to", key.to}, {"saved", key.saved.count}};
  json["file"] = key.span ? Json(key.span.source->path()) : Json(nullptr);
  json["line"] = key.span ? Json(key.span.start().line) : Json(nullptr);
  return json;
}

}  // namespace

std::string show_json(const Analysis& analysis) {
  Json phases = Json::array();
  for (size_t phase = 0; phase < analysis.timelines.size(); ++phase) {
    const StepView view = step_view(analysis, phase);
    Json stretches = Json::array(), samples = Json::array();
    for (const Stretch& stretch : view.stretches) stretches.push_back(json_of(stretch));
    for (const memory::Sample& sample : analysis.timelines[phase].samples) {
      samples.push_back({sample.allocated.count, sample.reserved.count});
    }
    Json json = {{"phase", view.phase}};
    json["stretches"] = std::move(stretches);
    json["peak"] = json_of(view.peak, analysis.timelines[phase]);
    json["held_at_peak"] = json_of(view.modules);
    json["samples"] = std::move(samples);
    phases.push_back(std::move(json));
  }
  Json keys = Json::array();
  for (const KeyShare& key : analysis.outcome.keys) keys.push_back(json_of(key));
  const Json json = {
      {"config", analysis.outcome.path}, {"torch", analysis.outcome.torch}, {"phases", phases}, {"keys", keys}};
  return printable_json(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace vramlint::cli
