#include "base/finding.h"

#include <algorithm>
#include <tuple>

#include "base/flood.h"

namespace vramlint {
namespace {

std::string_view file_of(const Finding& finding) {
  return finding.span ? std::string_view(finding.span.source->path()) : std::string_view();
}

auto order_of(const Finding& finding) {
  return std::tuple(-static_cast<int>(finding.severity), file_of(finding), finding.span.begin, finding.span.end,
                    std::string_view(finding.rule), std::string_view(finding.message.text()),
                    std::string_view(finding.config));
}

}  // namespace

std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
  }
  return "";
}

std::string_view to_string(Safety safety) {
  switch (safety) {
    case Safety::safe:
      return "safe";
    case Safety::unsafe:
      return "unsafe";
    case Safety::display:
      return "display";
  }
  return "";
}

void Findings::take_back(std::string_view rule) {
  std::erase_if(items_, [&](const Finding& item) { return item.rule == rule; });
}

void Findings::set_config(const std::string& path) {
  for (Finding& item : items_)
    if (item.config.empty()) item.config = path;
}

bool Findings::has_errors() const {
  return std::any_of(items_.begin(), items_.end(),
                     [](const Finding& item) { return item.severity == Severity::error; });
}

std::vector<Finding> Findings::sorted() const {
  std::vector<Finding> sorted = distinct(items_);
  stem(sorted);
  return sorted;
}

std::vector<Finding> distinct(std::vector<Finding> findings) {
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return order_of(a) < order_of(b); });
  const auto same = [](const Finding& a, const Finding& b) { return order_of(a) == order_of(b); };
  findings.erase(std::unique(findings.begin(), findings.end(), same), findings.end());
  return findings;
}

}  // namespace vramlint
