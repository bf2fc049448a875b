// The JSON report, an object a line, each with its `kind`: the tool, the configs, the findings, the summary.
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "report/formats.h"

namespace vramlint::report {
namespace {

using Json = nlohmann::ordered_json;

std::string line(std::string_view kind, const Json& content) {
  Json object = {{"kind", kind}};
  object.update(content);
  return printable_json(object.dump(-1, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace

std::string jsonl_begin(const Context& context) {
  const Json document = Json::parse(write_json({}, context));
  Json tool = document["tool"];
  tool["schema_version"] = document["version"];
  return line("tool", tool);
}

std::string jsonl_config(const ConfigOutcome& config, const Context& context) {
  Outcome outcome;
  outcome.configs.push_back(config);
  return line("config", Json::parse(write_json(outcome, context))["configs"][0]);
}

std::string jsonl_end(const Outcome& outcome, const Context& context) {
  const Json document = Json::parse(write_json(outcome, context));
  std::string text;
  for (const Json& finding : document["findings"]) text += line("finding", finding);
  if (document.contains("suppressed")) {
    for (const Json& finding : document["suppressed"]) text += line("suppressed", finding);
  }
  return text + line("summary", document["summary"]);
}

std::string write_jsonl(const Outcome& outcome, const Context& context) {
  std::string text = jsonl_begin(context);
  for (const ConfigOutcome& config : outcome.configs) text += jsonl_config(config, context);
  return text + jsonl_end(outcome, context);
}

}  // namespace vramlint::report
