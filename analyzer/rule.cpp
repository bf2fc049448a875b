#include "rule.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace vramlint {

Report::Report(const Rule& rule, const Session& session, Findings& findings, ConfigOutcome& outcome)
    : rule_(rule), session_(session), findings_(findings), outcome_(outcome) {}

void Report::add(Span span, Words message, std::vector<Related> related, std::vector<Fix> fixes) {
  add(rule_.severity, span, std::move(message), std::move(related), std::move(fixes));
}

void Report::add(Severity severity, Span span, Words message, std::vector<Related> related, std::vector<Fix> fixes) {
  findings_.add({.rule = std::string(rule_.name),
                 .severity = severity,
                 .message = std::move(message),
                 .span = span,
                 .config = outcome_.path,
                 .related = std::move(related),
                 .fixes = std::move(fixes)});
}

std::string_view to_string(Concern concern) {
  switch (concern) {
    case Concern::run:
      return "run";
    case Concern::memory:
      return "memory";
    case Concern::idle:
      return "idle";
    case Concern::other:
      return "other";
  }
  return "";
}

void sort_by_concern(std::vector<Finding>& findings, std::span<const Rule* const> rules) {
  std::map<std::string_view, Concern> concerns;
  for (const Rule* rule : rules) concerns.emplace(rule->name, rule->concern);
  const auto order = [&](const Finding& finding) {
    const auto known = concerns.find(finding.rule);
    const std::string_view file = finding.span ? std::string_view(finding.span.source->path()) : std::string_view();
    const Concern concern = known == concerns.end() ? Concern::other : known->second;
    const bool stops = concern == Concern::run && finding.severity == Severity::error;
    return std::tuple(concern, !stops, file, finding.span.begin, finding.span.end);
  };
  std::stable_sort(findings.begin(), findings.end(),
                   [&](const Finding& lhs, const Finding& rhs) { return order(lhs) < order(rhs); });
}

}  // namespace vramlint
