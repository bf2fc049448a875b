#include "dump.h"

#include <fmt/format.h>

#include <array>

#include "base/printable.h"
#include "dump_stage.h"

namespace vramlint {
namespace {

using dumping::Json;

std::string in_json(const Json& json) {
  return printable_json(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

template <Json (*write)(const Analysis&)>
std::string as_json(const Analysis& analysis) {
  return in_json(write(analysis));
}

std::string config_json(const Analysis& analysis) {
  return printable_json(config::to_json(analysis.config->root)) + "\n";
}

struct StagePrinter {
  std::string_view name;
  bool (*exists)(const Analysis&);
  std::string (*text)(const Analysis&);
  std::string (*json)(const Analysis&);
};

constexpr std::array kPrinters = {
    StagePrinter{"source", [](const Analysis& a) { return a.source != nullptr; }, dumping::source_text,
                 as_json<dumping::source_json>},
    StagePrinter{"config", [](const Analysis& a) { return a.config.has_value(); }, dumping::config_text, config_json},
    StagePrinter{"experiment", [](const Analysis& a) { return a.experiment.has_value(); }, dumping::experiment_text,
                 as_json<dumping::experiment_json>},
    StagePrinter{"usage", [](const Analysis& a) { return a.usage.has_value(); }, dumping::usage_text,
                 as_json<dumping::usage_json>},
    StagePrinter{"graph", [](const Analysis& a) { return a.built.has_value(); }, dumping::graph_text,
                 as_json<dumping::graph_json>},
    StagePrinter{"trace", [](const Analysis& a) { return !a.traces.empty(); }, dumping::trace_text,
                 as_json<dumping::trace_json>},
    StagePrinter{"timeline", [](const Analysis& a) { return !a.timelines.empty(); }, dumping::timeline_text,
                 as_json<dumping::timeline_json>},
    StagePrinter{"findings", [](const Analysis&) { return true; }, dumping::findings_text,
                 as_json<dumping::findings_json>},
};

const StagePrinter* find(std::string_view stage) {
  for (const StagePrinter& printer : kPrinters) {
    if (printer.name == stage) return &printer;
  }
  return nullptr;
}

std::string why_missing(std::string_view stage, const Analysis& analysis) {
  const std::string lead = fmt::format("{}: there is no {}: ", printable_name(analysis.outcome.path), stage);
  if (!analysis.dialect) return lead + "neither a recipe nor a dialect claims the file";
  if (analysis.failure)
    return lead + dumping::place(analysis.failure->span) + ": " + printable(abridged(analysis.failure->message));
  for (const Finding& finding : analysis.findings.sorted()) {
    if (finding.severity == Severity::error)
      return lead + dumping::place(finding.span) + ": " + printable(finding.message.text());
  }
  if (!analysis.outcome.unknowns.empty()) return lead + printable(analysis.outcome.unknowns.front().reason);
  return lead + "an earlier stage has no result";
}

}  // namespace

std::optional<std::string> dump(std::string_view stage, const Analysis& analysis, bool json) {
  const StagePrinter* printer = find(stage);
  if (!printer) return std::nullopt;
  if (printer->exists(analysis)) return json ? printer->json(analysis) : printable_lines(printer->text(analysis));
  const std::string why = why_missing(stage, analysis);
  return json ? in_json({{"missing", stage}, {"reason", why}}) : why + "\n";
}

std::string_view dump_stages() { return "source, config, experiment, usage, graph, trace, timeline, findings"; }

bool has_stage(std::string_view stage, const Analysis& analysis) {
  const StagePrinter* printer = find(stage);
  return printer && printer->exists(analysis);
}

}  // namespace vramlint
