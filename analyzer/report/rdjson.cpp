// reviewdog's Diagnostic Format. Columns are UTF-8 bytes from 1, the end is exclusive. A fix within the finding's file
// is a suggestion, which a reviewer can take with a click.
#include <nlohmann/json.hpp>

#include "report/formats.h"
#include "report/groups.h"
#include "report/place.h"
#include "report/telling.h"
#include "report/unicode.h"

namespace vramlint::report {
namespace {

using Json = nlohmann::ordered_json;

Json rdjson_range(const Span& span) {
  const auto position = [](Position place) { return Json{{"line", place.line}, {"column", place.column}}; };
  return {{"start", position(span.start())}, {"end", position(span.stop())}};
}

std::string_view rdjson_severity(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "ERROR";
    case Severity::warning:
      return "WARNING";
    case Severity::note:
      return "INFO";
  }
  return "INFO";
}

/// Of the first fix that can be put into the file as it is.
Json suggestions(const Finding& finding) {
  Json list = Json::array();
  for (const Fix& fix : finding.fixes) {
    const bool alone = fix.edits.size() == 1 && fix.safety != Safety::display;
    if (!alone || fix.edits[0].span.source != finding.span.source) continue;
    list.push_back({{"range", rdjson_range(fix.edits[0].span)}, {"text", fix.edits[0].text}});
    break;
  }
  return list;
}

Json diagnostic(const Group& group, const Context& context) {
  const Finding& finding = group.finding;
  Json location = {{"path", shown_path(file_of(finding), context)}};
  if (finding.span) location["range"] = rdjson_range(finding.span);
  Json object = {{"message", printable_lines(told(group, context))},
                 {"location", location},
                 {"severity", rdjson_severity(finding.severity)},
                 {"code", {{"value", finding.rule}}}};
  if (Json list = suggestions(finding); !list.empty()) object["suggestions"] = list;
  return object;
}

}  // namespace

std::string write_rdjson(const Outcome& outcome, const Context& context) {
  Json diagnostics = Json::array();
  for (const Group& group : groups_of(outcome.findings)) diagnostics.push_back(diagnostic(group, context));
  const Json document = {{"source", {{"name", "vramlint"}, {"url", "https://github.com/vramlint/vramlint"}}},
                         {"diagnostics", diagnostics}};
  return printable_json(document.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace vramlint::report
