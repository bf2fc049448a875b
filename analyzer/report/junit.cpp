// JUnit's XML: a suite for each config, a case for each rule that speaks of it. A config with nothing wrong is a case
// that passes, so that a dashboard shows it; what has no estimate is skipped, never passed.
#include <map>

#include "report/formats.h"
#include "report/groups.h"
#include "report/place.h"
#include "report/telling.h"
#include "report/verdict.h"
#include "report/xml.h"

namespace vramlint::report {
namespace {

struct Case {
  bool fails = false;
  std::string message, text;  ///< of the first finding that decides; of all
};

struct Suite {
  std::string verdict;  ///< empty: of the project's files
  bool is_known = true;
  std::map<std::string, Case> cases;  ///< by rule
};

void add(Suite& suite, const Finding& finding, const Context& context) {
  Case& one = suite.cases[finding.rule];
  const bool fails = finding.severity != Severity::note;
  if (one.text.empty() || (fails && !one.fails)) one.message = context.say(finding.message);
  one.fails = one.fails || fails;
  const std::string place = finding.span ? shown_place(finding.span, context) + ": " : "";
  one.text += place + context.say("{0}: {1}"_words(level(finding.severity), told({finding, {}}, context))) + "\n";
}

std::string case_element(const std::string& name, const std::string& path, const std::string& body) {
  const std::string start = "    <testcase" + xml_attribute("name", name) + xml_attribute("classname", path);
  return body.empty() ? start + "/>\n" : start + ">" + body + "</testcase>\n";
}

std::string body_of(const Case& one) {
  if (!one.fails) return "<system-out>" + xml_text(one.text) + "</system-out>";
  return "<failure" + xml_attribute("message", one.message) + ">" + xml_text(one.text) + "</failure>";
}

std::string suite_element(const std::string& path, const Suite& suite) {
  std::string cases;
  size_t failures = 0, count = suite.cases.size();
  for (const auto& [rule, one] : suite.cases) {
    failures += one.fails;
    cases += case_element(rule, path, body_of(one));
  }
  const bool skipped = !suite.is_known;
  if (skipped) {
    cases += case_element("estimate", path, "<skipped" + xml_attribute("message", suite.verdict) + "/>");
  } else if (!suite.verdict.empty()) {
    cases += case_element("estimate", path, "<system-out>" + xml_text(suite.verdict) + "</system-out>");
  }
  count += !suite.verdict.empty();
  return "  <testsuite" + xml_attribute("name", path) + xml_attribute("tests", std::to_string(count)) +
         xml_attribute("failures", std::to_string(failures)) + xml_attribute("errors", "0") +
         xml_attribute("skipped", skipped ? "1" : "0") + ">\n" + cases + "  </testsuite>\n";
}

}  // namespace

std::string write_junit(const Outcome& outcome, const Context& context) {
  std::map<std::string, Suite> suites;
  for (const ConfigOutcome& config : outcome.configs) {
    Suite& suite = suites[shown_path(config.path, context)];
    suite.verdict += (suite.verdict.empty() ? "" : "; ") + context.say(verdict(config));
    suite.is_known = suite.is_known && config.status != Status::not_estimable;
  }
  for (const Finding& finding : outcome.findings) {
    const std::string_view path = finding.config.empty() ? file_of(finding) : std::string_view(finding.config);
    add(suites[shown_path(path, context)], finding, context);
  }
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"vramlint\">\n";
  for (const auto& [path, suite] : suites) text += suite_element(path, suite);
  return text + "</testsuites>\n";
}

}  // namespace vramlint::report
