// A comparison for a pull request's comment. The verdict stands first: what is cut is the end.
#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "report/comparison.h"
#include "report/groups.h"
#include "report/markdown_text.h"
#include "report/place.h"
#include "report/verdict.h"

namespace vramlint::report {
namespace {

Words peak_cell(const std::optional<ConfigOutcome>& config) {
  if (!config) return "–";
  if (config->status == Status::not_estimable) return "not estimable"_words;
  return config->status == Status::partial ? shown(config->peak.process, *config) : config->peak.process.point;
}

Words change_cell(const ConfigChange& change) {
  if (!change.before) return "new"_words;
  if (!change.after) return "gone"_words;
  const std::optional<Bytes> added = increase(change);
  if (!added) return "not comparable"_words;
  const Words text = is_comparable(change) ? Words(signed_text(*added)) : "about {0}"_words(signed_text(*added));
  return change.limit && change.limit->exceeded ? "**{0}**"_words(text) : text;
}

Words verdict_cell(const ConfigChange& change) {
  if (!change.after || !change.after->fits) return {};
  const bool was = change.before && change.before->fits == true;
  if (*change.after->fits) return change.before && change.before->fits == false ? "now fits"_words : "fits"_words;
  return was ? "**{0}**"_words("no longer fits"_words) : "does not fit"_words;
}

Words name(const ConfigChange& change, const Context& context) {
  const std::string path = markdown_code(shown_path(change.path, context));
  return change.old_path.empty() ? Words(path)
                                 : "{0} (was {1})"_words(path, markdown_code(shown_path(change.old_path, context)));
}

std::string row(const ConfigChange& change, const Context& context) {
  const std::string budget = change.after && change.after->device ? to_string(change.after->device->budget) : "";
  const std::string variant = change.recipe.empty() ? "" : " (" + markdown_plain(change.recipe) + ")";
  return fmt::format("| {}{} | {} | {} | {} | {} | {} |\n", context.say(name(change, context)), variant,
                     context.say(change_cell(change)), context.say(peak_cell(change.before)),
                     context.say(peak_cell(change.after)), budget, context.say(verdict_cell(change)));
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
    if (cause.was.empty() != cause.is.empty())
      text += " " + context.say(cause.is.empty() ? "taken out"_words : "put in"_words);
    if (cause.added && !change.together) text += ": " + signed_text(*cause.added);
    text += "\n";
  }
  return text;
}

std::string why(const ConfigChange& change, bool repeats, const Context& context) {
  std::string text =
      fmt::format("- {} {}\n", context.say(name(change, context)), markdown_plain(context.say(change_text(change))));
  text +=
      repeats && !change.causes.empty() ? "  - " + context.say("the same edits"_words) + "\n" : edits(change, context);
  if (!change.limit || !change.limit->exceeded) return text;
  const Words above = "above `max_increase`, {0}"_words(change.limit->most);
  const std::string& message = change.limit->message;
  const Words whole = message.empty() ? above : "{0}: {1}"_words(above, markdown_plain(message));
  return text + "  - " + context.say(whole) + "\n";
}

std::string findings(const Words& title, const std::vector<Finding>& all, const Context& context) {
  std::string text;
  for (const Group& group : groups_of(all)) {
    const Finding& finding = group.finding;
    const std::string place = finding.span ? shown_line(finding.span, context) : shown_path(finding.config, context);
    text += fmt::format("- **{}** {} {} ({})\n", context.say(level(finding.severity)), markdown_code(place),
                        markdown_plain(context.say(finding.message)), markdown_code(finding.rule));
  }
  return text.empty() ? text : fmt::format("\n#### {}\n\n{}", context.say(title), text);
}

}  // namespace

std::string write_comparison_markdown(const Comparison& comparison, const Context& context) {
  std::string rows, reasons;
  const std::vector<const ConfigChange*> moved = moved_changes(comparison);
  for (size_t i = 0; i < std::min(moved.size(), kMostChanges); ++i) {
    rows += row(*moved[i], context);
    reasons += why(*moved[i], i > 0 && same_edits(*moved[i], *moved[i - 1]), context);
  }
  std::string text =
      fmt::format("### {}\n\n{}\n",
                  context.say("GPU memory: {0}"_words(markdown_plain(context.say(comparison_summary(comparison))))),
                  markdown_plain(printable_name(context.say(sides_text(comparison)))));
  if (!rows.empty())
    text += "\n" + context.say("| Config | Change | Before | After | Budget | Verdict |"_words) +
            "\n|---|---:|---:|---:|---:|---|\n" + rows;
  if (moved.size() > kMostChanges)
    text += "\n" + context.say("and {0} more configs"_words(moved.size() - kMostChanges)) + "\n";
  text += findings("New findings"_words, comparison.found, context);
  if (!reasons.empty())
    text +=
        "\n<details><summary>" + context.say("Which edits do it"_words) + "</summary>\n\n" + reasons + "\n</details>\n";
  return text + findings("Gone"_words, comparison.gone, context);
}

}  // namespace vramlint::report
