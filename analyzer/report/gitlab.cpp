// GitLab's Code Quality report. Entries of equal fingerprints become one there, and a fingerprint is what tells an old
// finding from a new one: it hangs on the rule, the file, the line's text and which of several it is, and so neither on
// line numbers nor on the figures of the message.
#include <map>
#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "report/formats.h"
#include "report/groups.h"
#include "report/place.h"
#include "report/telling.h"
#include "report/unicode.h"

namespace vramlint::report {
namespace {

using Json = nlohmann::ordered_json;

std::string_view gitlab_severity(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "critical";
    case Severity::warning:
      return "minor";
    case Severity::note:
      return "info";
  }
  return "info";
}

std::string fingerprint(const Finding& finding, std::map<std::string, int>& seen) {
  Digest digest;
  digest.add(std::string_view(finding.rule));
  digest.add(file_of(finding));
  digest.add(finding.span ? finding.span.source->line(finding.span.start().line) : std::string_view());
  digest.add(finding.span ? finding.span.text() : std::string_view());
  Digest numbered = digest;
  numbered.add(seen[digest.text()]++);
  return numbered.text();
}

}  // namespace

std::string write_gitlab(const Outcome& outcome, const Context& context) {
  Json entries = Json::array();
  std::map<std::string, int> seen;
  for (const Group& group : groups_of(outcome.findings)) {
    const Finding& finding = group.finding;
    const Position start = finding.span ? finding.span.start() : Position{1, 1};
    const std::string path = file_of(finding).empty() ? "vramlint.yaml" : std::string(file_of(finding));
    entries.push_back({{"description", printable_lines(told(group, context))},
                       {"check_name", finding.rule},
                       {"fingerprint", fingerprint(finding, seen)},
                       {"severity", gitlab_severity(finding.severity)},
                       {"location", {{"path", shown_path(path, context)}, {"lines", {{"begin", start.line}}}}}});
  }
  return printable_json(entries.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace vramlint::report
