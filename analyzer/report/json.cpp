// JSON version 1. Sizes are bytes, positions 1-based lines and UTF-8 byte columns; docs/outcome.schema.json describes
// it. Keys are only ever added. What is not known is null, never zero.
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "report/finding_json.h"
#include "report/formats.h"
#include "report/interval_json.h"
#include "report/place.h"
#include "report/verdict.h"

namespace vramlint::report {
namespace {

using Json = nlohmann::ordered_json;

Json peak(const Peak& peak) {
  return {{"allocated", interval_json(peak.allocated)},
          {"reserved", interval_json(peak.reserved)},
          {"process", interval_json(peak.process)}};
}

Json position(Position place) { return {{"line", place.line}, {"column", place.column}}; }

Json range(const Span& span) {
  if (!span) return nullptr;
  return {{"start", position(span.start())}, {"end", position(span.stop())}};
}

/// "file" and "line" of a span, both null where it has no source.
void put_line(Json& object, const Span& span) {
  object["file"] = span ? Json(span.source->path()) : Json(nullptr);
  object["line"] = span ? Json(span.start().line) : Json(nullptr);
}

Json top(const ConfigOutcome& config) {
  Json items = Json::array();
  for (const Contributor& item : config.top) {
    Json object = {{"module", item.module}, {"op", item.op}, {"bytes", item.bytes.count}};
    put_line(object, item.span);
    object["category"] = to_string(item.category);
    object["modules"] = item.modules;
    items.push_back(object);
  }
  return items;
}

Json keys(const ConfigOutcome& config) {
  Json items = Json::array();
  for (const KeyShare& item : config.keys) {
    Json object = {{"key", item.key}, {"from", item.from}, {"to", item.to}, {"saved", item.saved.count}};
    put_line(object, item.span);
    items.push_back(object);
  }
  return items;
}

Json parameters(const ParameterCount& count) {
  return {{"total", count.total}, {"trainable", count.trainable}, {"bytes", count.bytes.count}};
}

Json phases(const ConfigOutcome& config) {
  Json items = Json::array();
  for (const PhasePeak& phase : config.phases) {
    Json object = {{"name", phase.name},
                   {"peak", peak(phase.peak)},
                   {"saved_for_backward", interval_json(phase.saved_for_backward)},
                   {"parameters", parameters(phase.parameters)}};
    Json modules = Json::object();
    for (const auto& [name, count] : phase.modules) modules[name] = parameters(count);
    object["modules"] = modules;
    items.push_back(object);
  }
  return items;
}

Json breakdown(const ConfigOutcome& config) {
  Json object = Json::object();
  for (int i = 0; i < kCategoryCount; ++i) {
    object[std::string(to_string(static_cast<Category>(i)))] = config.breakdown[i].count;
  }
  return object;
}

void put_notes(Json& object, const ConfigOutcome& config) {
  Json assumptions = Json::array(), unknowns = Json::array();
  for (const Assumption& item : config.assumptions) {
    Json entry = {{"text", item.text}};
    entry["source"] =
        item.span ? Json(item.span.source->path() + ":" + std::to_string(item.span.start().line)) : Json(nullptr);
    put_line(entry, item.span);
    assumptions.push_back(entry);
  }
  for (const Unknown& item : config.unknowns) {
    Json entry = {{"reason", item.reason}};
    put_line(entry, item.span);
    if (item.pull == Pull::either) entry["pull"] = "either";
    unknowns.push_back(entry);
  }
  object["assumptions"] = assumptions;
  object["unknowns"] = unknowns;
  object["not_checked"] = config.not_checked;
}

void put_estimate(Json& object, const ConfigOutcome& config) {
  const bool known = config.status != Status::not_estimable;
  const auto only = [&](Json value) { return known ? std::move(value) : Json(nullptr); };
  const Json counted = {{"total", config.parameters},
                        {"trainable", config.trainable_parameters},
                        {"bytes", config.parameter_bytes.count}};
  object["parameters"] = known || config.parameters > 0 ? counted : Json(nullptr);
  object["saved_for_backward"] = only(config.saved_for_backward.point.count);
  object["saved_for_backward_interval"] = only(interval_json(config.saved_for_backward));
  Json whole = peak(config.peak);
  whole["phase"] = config.peak_phase;
  object["peak"] = only(whole);
  object["budget"] = config.device ? Json(config.device->budget.count) : Json(nullptr);
  object["fits"] = config.fits ? Json(*config.fits) : Json(nullptr);
  object["retries"] = config.fits == true ? Json(config.retries) : Json(nullptr);
  object["breakdown"] = only(breakdown(config));
}

Json measured(const Measured& record) {
  const auto size = [](const std::optional<Bytes>& bytes) { return bytes ? Json(bytes->count) : Json(nullptr); };
  return {{"version", 1},
          {"kind", record.kind},
          {"record", record.path},
          {"graph_hash", record.graph_hash},
          {"phase", record.phase},
          {"settings", record.settings},
          {"torch", record.torch},
          {"cuda", record.cuda.empty() ? Json(nullptr) : Json(record.cuda)},
          {"device", record.device},
          {"date", record.date},
          {"peak_allocated", record.peak_allocated.count},
          {"peak_reserved", record.peak_reserved.count},
          {"saved", record.saved.count},
          {"context", size(record.context)},
          {"process", size(record.process)}};
}

Json config_json(const ConfigOutcome& config) {
  Json object = {{"path", config.path}, {"dialect", config.dialect}};
  if (!config.recipe.empty()) object["recipe"] = config.recipe;
  object["device"] =
      config.device ? Json{{"name", config.device->name}, {"memory", config.device->memory.count}} : Json(nullptr);
  object["torch"] = config.torch;
  object["status"] = config.trains_nothing.empty() ? to_string(config.status) : "no_training";
  put_estimate(object, config);
  object["top"] = top(config);
  object["keys"] = keys(config);
  object["phases"] = phases(config);
  put_notes(object, config);
  object["measured"] = config.measured ? measured(*config.measured) : Json(nullptr);
  return object;
}

Json fix_object(const Fix& fix, const Context& context) {
  Json edits = Json::array();
  for (const Edit& edit : fix.edits) {
    edits.push_back({{"file", edit.span ? Json(edit.span.source->path()) : Json(nullptr)},
                     {"range", range(edit.span)},
                     {"text", edit.text}});
  }
  Json object = {{"title", context.say(fix.title)}, {"safety", to_string(fix.safety)}, {"edits", edits}};
  object["peak_after"] = fix.effect ? Json{{"allocated", interval_json(fix.effect->allocated)},
                                           {"process", interval_json(fix.effect->process)}}
                                    : Json(nullptr);
  object["fits_after"] = fix.effect && fix.effect->fits ? Json(*fix.effect->fits) : Json(nullptr);
  return object;
}

std::string_view code_of(const Finding& finding, const Context& context) {
  for (const RuleInfo& rule : context.rules) {
    if (rule.name == finding.rule) return rule.code;
  }
  return {};
}

}  // namespace

Json finding_json(const Finding& finding, const Context& context) {
  Json object = {{"rule", finding.rule},
                 {"code", code_of(finding, context)},
                 {"level", to_string(finding.severity)},
                 {"message", context.say(finding.message)},
                 {"file", file_of(finding)},
                 {"range", range(finding.span)},
                 {"config", finding.config}};
  Json related = Json::array(), fixes = Json::array();
  for (const Related& item : finding.related) {
    related.push_back({{"message", context.say(item.message)},
                       {"file", item.span ? Json(item.span.source->path()) : Json(nullptr)},
                       {"range", range(item.span)}});
  }
  for (const Fix& fix : finding.fixes) fixes.push_back(fix_object(fix, context));
  object["related"] = related;
  object["fixes"] = fixes;
  return object;
}

std::string write_json(const Outcome& outcome, const Context& context) {
  Json configs = Json::array(), findings = Json::array(), suppressed = Json::array();
  for (const ConfigOutcome& config : outcome.configs) configs.push_back(config_json(config));
  for (const Finding& finding : outcome.findings) findings.push_back(finding_json(finding, context));
  for (const Suppressed& one : outcome.suppressed) {
    suppressed.push_back(finding_json(one.finding, context));
    suppressed.back()["reason"] = one.reason;
  }
  const Counts counts = count(outcome);
  Json summary = {{"configs", counts.configs}, {"estimated", counts.estimated},
                  {"partial", counts.partial}, {"not_estimable", counts.not_estimable},
                  {"errors", counts.errors},   {"warnings", counts.warnings},
                  {"notes", counts.notes}};
  if (counts.no_training > 0) summary["no_training"] = counts.no_training;
  if (!outcome.suppressed.empty()) summary["suppressed"] = outcome.suppressed.size();
  Json document = {{"version", 1},
                   {"tool", {{"name", "vramlint"}, {"version", context.version}}},
                   {"configs", configs},
                   {"findings", findings},
                   {"summary", summary}};
  if (!outcome.suppressed.empty()) document["suppressed"] = suppressed;
  if (const auto& use = outcome.baseline) {
    document["baseline"] = {{"file", use->path}, {"known", use->known}, {"gone", use->gone}};
  }
  return printable_json(document.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace vramlint::report
