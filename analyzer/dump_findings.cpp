#include <fmt/format.h>

#include "base/printable.h"
#include "dump_stage.h"

namespace vramlint::dumping {
namespace {

Json range_json(const Span& span) {
  if (!span) return nullptr;
  const Position start = span.start(), stop = span.stop();
  return {{"start", {{"line", start.line}, {"column", start.column}}},
          {"end", {{"line", stop.line}, {"column", stop.column}}}};
}

Json fix_json(const Fix& fix) {
  Json edits = Json::array();
  for (const Edit& edit : fix.edits) {
    edits.push_back({{"at", place_json(edit.span)}, {"range", range_json(edit.span)}, {"text", edit.text}});
  }
  Json object = {{"title", fix.title.text()}, {"safety", to_string(fix.safety)}, {"edits", edits}};
  if (fix.effect) {
    object["peak_after"] = interval_json(fix.effect->process);
    object["fits_after"] = fix.effect->fits ? Json(*fix.effect->fits) : Json(nullptr);
  }
  return object;
}

Json finding_json(const Finding& finding) {
  Json related = Json::array(), fixes = Json::array();
  for (const Related& item : finding.related) {
    related.push_back({{"message", item.message.text()}, {"at", place_json(item.span)}});
  }
  for (const Fix& fix : finding.fixes) fixes.push_back(fix_json(fix));
  return {{"rule", finding.rule},
          {"level", to_string(finding.severity)},
          {"message", finding.message.text()},
          {"at", place_json(finding.span)},
          {"range", range_json(finding.span)},
          {"related", related},
          {"fixes", fixes}};
}

}  // namespace

std::string place(const Span& span) {
  return span ? fmt::format("{}:{}", printable_name(span.source->path()), span.start().line) : std::string();
}

Json place_json(const Span& span) {
  if (!span) return nullptr;
  return {{"file", span.source->path()}, {"line", span.start().line}};
}

Json interval_json(const Interval& interval) {
  return {{"low", interval.low.count}, {"point", interval.point.count}, {"high", interval.high.count}};
}

std::string findings_text(const Analysis& analysis) {
  std::string text;
  for (const Finding& finding : analysis.findings.sorted()) {
    const std::string where = finding.span ? fmt::format("{}:{}", place(finding.span), finding.span.start().column)
                                           : printable_name(analysis.outcome.path);
    text += fmt::format("{}: {}: {} [{}]\n", where, to_string(finding.severity), printable(finding.message.text()),
                        finding.rule);
    for (const Related& item : finding.related)
      text += fmt::format("  {}: {}\n", place(item.span), printable(item.message.text()));
    for (const Fix& fix : finding.fixes)
      text += fmt::format("  fix: {} ({})\n", printable(fix.title.text()), to_string(fix.safety));
  }
  for (const std::string& item : analysis.outcome.not_checked) text += "not checked: " + printable(item) + "\n";
  return text.empty() ? "nothing found\n" : text;
}

Json findings_json(const Analysis& analysis) {
  Json list = Json::array();
  for (const Finding& finding : analysis.findings.sorted()) list.push_back(finding_json(finding));
  return {{"findings", list}, {"not_checked", analysis.outcome.not_checked}};
}

}  // namespace vramlint::dumping
