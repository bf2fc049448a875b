#include "integrations/lsp/marks.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/breakdown.h"
#include "report/place.h"
#include "report/uri.h"
#include "report/verdict.h"

namespace vramlint::lsp {
namespace {

constexpr std::string_view kPages = "https://github.com/vramlint/vramlint/blob/main/rules/";
constexpr size_t kContributors = 5;

int level_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return 1;
    case Severity::warning:
      return 2;
    case Severity::note:
      return 3;
  }
  return 3;
}

bool is_ours(const Span& span) { return !span || span.source->path().starts_with('<'); }

double percent(Bytes part, Bytes whole) {
  return whole.count > 0 ? 100.0 * static_cast<double>(part.count) / static_cast<double>(whole.count) : 0;
}

/// In a cell of a table.
std::string code(const std::string& text) {
  std::string cell;
  for (const char c : text) cell += c == '|' ? "\\|" : c == '`' ? "'" : c == '\n' ? " " : std::string(1, c);
  return "`" + cell + "`";
}

}  // namespace

std::string page_of(std::string_view rule) { return fmt::format("{}{}.md", kPages, rule); }

std::string Marker::path_of(const Source& source) const {
  const std::string path = (files_.root() / source.path()).lexically_normal().generic_string();
  const auto name = names_.find(path);
  return name == names_.end() ? path : name->second;
}

Range Marker::range_of(const Span& span) {
  const Source& source = *span.source;
  const auto [found, _] = positions_.try_emplace(&source, source.text(), unit_, source.had_bom());
  return {found->second.place_of(span.begin), found->second.place_of(span.end)};
}

Json Marker::related(const Finding& finding) {
  Json list = Json::array();
  for (const Related& one : finding.related) {
    if (is_ours(one.span)) continue;
    list.push_back(
        {{"location", {{"uri", report::uri_of(path_of(*one.span.source))}, {"range", to_json(range_of(one.span))}}},
         {"message", one.message.text()}});
  }
  return list;
}

MarkedFix Marker::fix(const Fix& fix) {
  MarkedFix marked{report::shown(fix).text(), fix.safety, {}};
  for (const Edit& edit : fix.edits) {
    if (is_ours(edit.span)) return {fix.title.text(), Safety::display, {}};
    marked.edits.push_back({path_of(*edit.span.source), range_of(edit.span), edit.text});
  }
  return marked;
}

Marked Marker::mark(const Finding& finding) {
  Marked marked{path_of(*finding.span.source), range_of(report::visible(finding.span)), {}, {}};
  marked.diagnostic = {{"range", to_json(marked.range)}, {"severity", level_of(finding.severity)},
                       {"code", finding.rule},           {"codeDescription", {{"href", page_of(finding.rule)}}},
                       {"source", "vramlint"},           {"message", finding.message.text()}};
  if (Json places = related(finding); !places.empty()) marked.diagnostic["relatedInformation"] = std::move(places);
  for (const Fix& one : finding.fixes) {
    MarkedFix made = fix(one);
    if (made.safety != Safety::display && !made.edits.empty()) marked.fixes.push_back(std::move(made));
  }
  return marked;
}

std::string headline_of(const ConfigOutcome& outcome) {
  if (outcome.status == Status::not_estimable) return outcome.dialect.empty() ? "" : "peak not estimable";
  const Interval& peak = outcome.peak.process;
  const bool partial = outcome.status == Status::partial;
  std::string text = partial ? report::shown(peak, outcome).text() : "≈ " + to_string(peak.point);
  text += " peak";
  if (!outcome.device) return text;
  const Bytes shown = partial ? peak.low : peak.point, budget = outcome.device->budget;
  text += fmt::format(" of {} ({:.0f} %)", to_string(budget), percent(shown, budget));
  const Bytes room = budget < shown ? shown - budget : budget - shown;
  return text + fmt::format(", {} {}", to_string(room), budget < shown ? "too much" : "free");
}

std::string overview_of(const ConfigOutcome& outcome) {
  std::string text = "**" + outcome.path + "**: " + report::verdict(outcome).text() + "\n";
  if (outcome.status == Status::not_estimable) return text;
  text += "\n| at the peak | | |\n|---|---:|---:|\n";
  const std::vector<report::Part> parts = report::parts_of(outcome);
  Bytes whole;
  for (const report::Part& part : parts) whole += part.bytes;
  for (const report::Part& part : parts)
    text +=
        fmt::format("| {} | {} | {:.1f} % |\n", part.name.text(), to_string(part.bytes), percent(part.bytes, whole));
  if (outcome.top.empty()) return text;
  text += "\n| most of it | | |\n|---|---|---:|\n";
  for (size_t i = 0; i < std::min(kContributors, outcome.top.size()); ++i) {
    const Contributor& one = outcome.top[i];
    text += fmt::format("| {} | {} of {} | {} |\n", code(one.module.empty() ? "the step itself" : one.module),
                        to_string(one.category), code(one.op), to_string(one.bytes));
  }
  return text;
}

}  // namespace vramlint::lsp
