// SARIF 2.1.0 as GitHub code scanning takes it.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "report/formats.h"
#include "report/sarif_result.h"
#include "report/unicode.h"

namespace vramlint::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kHome = "https://github.com/vramlint/vramlint";
constexpr size_t kDescription = 1024;  // GitHub's limit, in characters; bytes are never fewer

/// "peak-memory-exceeds-device" → "PeakMemoryExceedsDevice"
std::string pascal_case(std::string_view name) {
  std::string result;
  bool start = true;
  for (const char c : name) {
    if (c == '-') {
      start = true;
      continue;
    }
    result += start && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    start = false;
  }
  return result;
}

std::string about(const RuleInfo& rule) {
  return without_stop(std::string(clipped(rule.summary.empty() ? rule.name : rule.summary, kDescription - 3)));
}

/// A message template: literal braces are doubled.
std::string escaped_braces(std::string_view text) {
  std::string result;
  for (const char c : text) {
    result += c;
    if (c == '{' || c == '}') result += c;
  }
  return result;
}

std::string_view problem_severity(Severity severity) {
  return severity == Severity::note ? "recommendation" : to_string(severity);
}

std::string id_of(const RuleInfo& rule) { return std::string(rule.code.empty() ? rule.name : rule.code); }

Json rule_json(const RuleInfo& rule, const Context& context) {
  const std::string summary = context.say("{0}."_words(about(rule)));
  Json object = {{"id", id_of(rule)}, {"name", pascal_case(rule.name)}};
  object["shortDescription"] = {{"text", summary}};
  object["fullDescription"] = {{"text", summary}};
  object["messageStrings"] = {{"default", {{"text", escaped_braces(about(rule)) + ": '{0}'."}}}};
  object["defaultConfiguration"] = {{"level", to_string(rule.severity)}};
  object["helpUri"] = fmt::format("{}/blob/main/rules/{}.md", kHome, rule.name);
  object["help"] = {{"text", context.say(sentences({summary, "`vramlint explain {0}` tells more."_words(rule.name)}))},
                    {"markdown", rule.manual.empty() ? std::string_view(summary) : rule.manual}};
  object["properties"] = {
      {"tags", {"memory"}}, {"precision", "high"}, {"problem.severity", problem_severity(rule.severity)}};
  return object;
}

/// All rules, and after them those that a finding names and the list does not have.
std::vector<RuleInfo> rules_of(const Outcome& outcome, const Context& context) {
  std::vector<RuleInfo> rules = context.rules;
  const auto add = [&](const Finding& finding) {
    const auto same = [&](const RuleInfo& rule) { return rule.name == finding.rule; };
    if (std::none_of(rules.begin(), rules.end(), same)) {
      rules.push_back({.name = finding.rule, .severity = finding.severity});
    }
  };
  for (const Finding& finding : outcome.findings) add(finding);
  for (const Suppressed& one : outcome.suppressed) add(one.finding);
  return rules;
}

Json driver_json(const std::vector<RuleInfo>& rules, const Context& context) {
  Json list = Json::array();
  for (const RuleInfo& rule : rules) list.push_back(rule_json(rule, context));
  return {{"name", "vramlint"},
          {"fullName", "vramlint " + context.version},
          {"organization", "vramlint"},
          {"version", context.version},
          {"semanticVersion", context.version},
          {"informationUri", kHome},
          {"rules", list}};
}

/// As many as a file carries; where there are more, the worst.
std::vector<Group> worst_of(const Outcome& outcome) {
  std::vector<Group> groups = groups_of(outcome.findings);
  if (groups.size() <= kSarifResults) return groups;
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& lhs, const Group& rhs) { return lhs.finding.severity > rhs.finding.severity; });
  groups.resize(kSarifResults);
  return groups;
}

std::map<std::string_view, std::vector<Finding>> suppressed_by_reason(const Outcome& outcome) {
  std::map<std::string_view, std::vector<Finding>> findings;
  for (const Suppressed& one : outcome.suppressed) findings[one.reason].push_back(one.finding);
  return findings;
}

Json results_json(const Outcome& outcome, const std::vector<RuleInfo>& rules, const Context& context) {
  Json results = Json::array();
  LineHashes hashes;
  std::map<std::string_view, size_t> numbers;
  for (size_t i = 0; i < rules.size(); ++i) numbers.emplace(rules[i].name, i);
  const auto add = [&](const Group& group) -> Json& {
    const size_t at = numbers.at(group.finding.rule);
    results.push_back(sarif_result(group, id_of(rules[at]), at, context, hashes));
    return results.back();
  };
  for (const Group& group : worst_of(outcome)) add(group);
  if (!context.suppressed) return results;
  for (const auto& [reason, findings] : suppressed_by_reason(outcome)) {
    for (const Group& group : groups_of(findings)) {
      if (results.size() == kSarifResults) return results;
      Json suppression = {{"kind", "inSource"}};
      if (!reason.empty()) suppression["justification"] = reason;
      add(group)["suppressions"] = Json::array({suppression});
    }
  }
  return results;
}

}  // namespace

std::string write_sarif(const Outcome& outcome, const Context& context) {
  const std::vector<RuleInfo> rules = rules_of(outcome, context);
  Json run = {{"tool", {{"driver", driver_json(rules, context)}}}};
  if (context.catalogue) run["language"] = context.catalogue->language();
  run["automationDetails"] = {{"id", "vramlint/"}};
  run["columnKind"] = "utf16CodeUnits";
  run["originalUriBaseIds"] = {{"%SRCROOT%", {{"description", {{"text", "The root of the repository."}}}}}};
  if (!context.repository.empty()) {
    Json provenance = {{"repositoryUri", context.repository}};
    if (!context.revision.empty()) provenance["revisionId"] = context.revision;
    provenance["mappedTo"] = {{"uriBaseId", "%SRCROOT%"}};
    run["versionControlProvenance"] = Json::array({provenance});
  }
  run["results"] = results_json(outcome, rules, context);
  Json document = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}};
  document["runs"] = Json::array({run});
  return printable_json(document.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace vramlint::report
