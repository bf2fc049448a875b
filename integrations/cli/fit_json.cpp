#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "integrations/cli/fit.h"
#include "report/interval_json.h"

namespace vramlint::cli {
namespace {

using Json = nlohmann::ordered_json;

Json place(const Span& span) {
  return {{"file", span.source->path()}, {"line", span.start().line}, {"column", span.start().column}};
}

Json json_of(const rules::Lever& lever) {
  return {{"key", lever.key},
          {"place", place(lever.span)},
          {"from", lever.from},
          {"to", lever.to},
          {"saves", lever.saved.count},
          {"peak", report::interval_json(lever.effect.process)},
          {"effect", rules::describe(lever.harm).text()}};
}

Json json_of(const rules::Change& change) {
  return {{"key", change.key},
          {"place", place(change.span)},
          {"from", change.from},
          {"to", change.to},
          {"also", change.also},
          {"peak", change.peak.count},
          {"effect", rules::describe(change.harm).text()}};
}

Json json_of(const rules::Plan& plan) {
  Json changes = Json::array();
  for (const rules::Change& change : plan.changes) changes.push_back(json_of(change));
  return {{"effect", rules::describe(plan.harm).text()},
          {"peak",
           {{"allocated", report::interval_json(plan.effect.allocated)},
            {"process", report::interval_json(plan.effect.process)}}},
          {"changes", changes},
          {"environment", plan.environment.empty() ? Json(nullptr) : Json(plan.environment)}};
}

Json json_of(const Fitting& fitting);

template <typename Items>
Json all_of(const Items& items) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(json_of(item));
  return list;
}

Json json_of(const Fitting& fitting) {
  const ConfigOutcome& outcome = fitting.analysis.outcome;
  Json json = {{"path", outcome.path},
               {"device", {{"name", outcome.device->name}, {"budget", outcome.device->budget.count}}},
               {"status", to_string(outcome.status)},
               {"fits", outcome.fits ? Json(*outcome.fits) : Json(nullptr)},
               {"peak", report::interval_json(outcome.peak.process)},
               {"settings", all_of(fitting.plans.levers)},
               {"plans", all_of(fitting.plans.plans)},
               {"larger_batch", nullptr}};
  if (fitting.headroom)
    json["larger_batch"] = {{"size", fitting.headroom->size},
                            {"peak", report::interval_json(fitting.headroom->fix.effect->process)}};
  return json;
}

}  // namespace

std::string fit_json(const std::vector<Fitting>& fittings) {
  const Json json = {{"version", 1}, {"configs", all_of(fittings)}};
  return printable_json(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace vramlint::cli
