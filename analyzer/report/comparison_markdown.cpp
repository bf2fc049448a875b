// A comparison for a pull request's comment. The verdict stands first: what is cut is the end.
#include <fmt/format.h>

#include <algorithm>

#include "report/comparison.h"
#include "report/groups.h"
#include "report/markdown_text.h"
#include "report/place.h"
#include "report/verdict.h"

namespace vramlint::report {
namespace {

std::string peak_cell(const std::optional<ConfigOutcome>& config) {
  if (!config) return "–";
  if (config->status == Status::not_estimable) return "not estimable";
  return config->status == Status::partial ? shown(config->peak.process, *config)
                                           : to_string(config->peak.process.point);
}

std::string change_cell(const ConfigChange& change) {
  if (!change.before) return "new";
  if (!change.after) return "gone";
  const std::optional<Bytes> added = increase(change);
  if (!added) return "not comparable";
  const std::string text = (is_comparable(change) ? "" : "about ") + signed_text(*added);
  return change.limit && change.limit->exceeded ? "**" + text + "**" : text;
}

std::string verdict_cell(const ConfigChange& change) {
  if (!change.after || !change.after->fits) return "";
  const bool was = change.before && change.before->fits == true;
  if (*change.after->fits) return change.before && change.before->fits == false ? "now fits" : "fits";
  return was ? "**no longer fits**" : "does not fit";
}

std::string row(const ConfigChange& change, const Context& context) {
  const std::string budget = change.after && change.after->device ? to_string(change.after->device->budget) : "";
  const std::string variant = change.recipe.empty() ? "" : " (" + markdown_plain(change.recipe) + ")";
  return fmt::format("| {}{} | {} | {} | {} | {} | {} |\n", markdown_code(shown_path(change.path, context)), variant,
                     change_cell(change), peak_cell(change.before), peak_cell(change.after), budget,
                     verdict_cell(change));
}

std::string edits(const ConfigChange& change, const Context& context) {
  std::string text;
  for (const Cause& cause : change.causes) {
    const std::string place = cause.line > 0 ? fmt::format("{}:{}", shown_path(cause.file, context), cause.line)
                                             : shown_path(cause.file, context);
    text += fmt::format("  - {}", markdown_code(place));
    if (!cause.was.empty()) text += " " + markdown_code(cause.was);
    if (!cause.was.empty() && !cause.is.empty()) text += " →";
    if (!cause.is.empty()) text += " " + markdown_code(cause.is);
    if (cause.was.empty() != cause.is.empty()) text += cause.is.empty() ? " taken out" : " put in";
    if (cause.added && !change.together) text += ": " + signed_text(*cause.added);
    text += "\n";
  }
  return text;
}

std::string why(const ConfigChange& change, bool repeats, const Context& context) {
  std::string text =
      fmt::format("- {} {}\n", markdown_code(shown_path(change.path, context)), markdown_plain(change_text(change)));
  text += repeats && !change.causes.empty() ? "  - the same edits\n" : edits(change, context);
  if (!change.limit || !change.limit->exceeded) return text;
  const std::string message = change.limit->message.empty() ? "" : ": " + markdown_plain(change.limit->message);
  return text + fmt::format("  - above `max_increase`, {}{}\n", to_string(change.limit->most), message);
}

std::string findings(const char* title, const std::vector<Finding>& all, const Context& context) {
  std::string text;
  for (const Group& group : groups_of(all)) {
    const Finding& finding = group.finding;
    const std::string place = finding.span ? shown_line(finding.span, context) : shown_path(finding.config, context);
    text += fmt::format("- **{}** {} {} ({})\n", to_string(finding.severity), markdown_code(place),
                        markdown_plain(finding.message), markdown_code(finding.rule));
  }
  return text.empty() ? text : fmt::format("\n#### {}\n\n{}", title, text);
}

}  // namespace

std::string write_comparison_markdown(const Comparison& comparison, const Context& context) {
  std::string rows, reasons;
  const std::vector<const ConfigChange*> moved = moved_changes(comparison);
  for (size_t i = 0; i < std::min(moved.size(), kMostChanges); ++i) {
    rows += row(*moved[i], context);
    reasons += why(*moved[i], i > 0 && same_edits(*moved[i], *moved[i - 1]), context);
  }
  std::string text = fmt::format("### GPU memory: {}\n\n{}\n", markdown_plain(comparison_summary(comparison)),
                                 markdown_plain(sides_text(comparison)));
  if (!rows.empty())
    text += "\n| Config | Change | Before | After | Budget | Verdict |\n|---|---:|---:|---:|---:|---|\n" + rows;
  if (moved.size() > kMostChanges) text += fmt::format("\nand {} more configs\n", moved.size() - kMostChanges);
  text += findings("New findings", comparison.found, context);
  if (!reasons.empty()) text += "\n<details><summary>Which edits do it</summary>\n\n" + reasons + "\n</details>\n";
  return text + findings("Gone", comparison.gone, context);
}

}  // namespace vramlint::report
