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

std::string write_jsonl(const Outcome& outcome, const Context& context) {
  const Json document = Json::parse(write_json(outcome, context));
  Json tool = document["tool"];
  tool["schema_version"] = document["version"];
  std::string text = line("tool", tool);
  for (const Json& config : document["configs"]) text += line("config", config);
  for (const Json& finding : document["findings"]) text += line("finding", finding);
  if (document.contains("suppressed")) {
    for (const Json& finding : document["suppressed"]) text += line("suppressed", finding);
  }
  return text + line("summary", document["summary"]);
}

}  // namespace vramlint::report
