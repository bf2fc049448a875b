// Checkstyle's XML, which most code-review servers read: findings by file.
#include <map>

#include "report/formats.h"
#include "report/groups.h"
#include "report/place.h"
#include "report/telling.h"
#include "report/xml.h"

namespace vramlint::report {
namespace {

std::string error_element(const Group& group, const Context& context) {
  const Finding& finding = group.finding;
  const Position place = finding.span ? finding.span.start() : Position{1, 1};
  const std::string level(finding.severity == Severity::note ? "info" : to_string(finding.severity));
  return "    <error" + xml_attribute("line", std::to_string(place.line)) +
         xml_attribute("column", std::to_string(place.column)) + xml_attribute("severity", level) +
         xml_attribute("message", told(group, context)) + xml_attribute("source", "vramlint." + finding.rule) + "/>\n";
}

}  // namespace

std::string write_checkstyle(const Outcome& outcome, const Context& context) {
  std::map<std::string, std::string> files;  // with each its elements
  for (const Group& group : groups_of(outcome.findings)) {
    files[shown_path(file_of(group.finding), context)] += error_element(group, context);
  }
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n";
  for (const auto& [path, elements] : files) {
    text += "  <file" + xml_attribute("name", path) + ">\n" + elements + "  </file>\n";
  }
  return text + "</checkstyle>\n";
}

}  // namespace vramlint::report
