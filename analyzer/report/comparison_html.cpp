// A comparison as a page: every peak before and after, beside what the device has.
#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "report/comparison.h"
#include "report/groups.h"
#include "report/page.h"
#include "report/place.h"
#include "report/step_picture.h"
#include "report/verdict.h"

namespace vramlint::report {
namespace {

std::string html(const Words& words, const Context& context) { return escaped(context.say(words)); }

std::optional<Bytes> figure(const std::optional<ConfigOutcome>& config) {
  if (!config || config->status == Status::not_estimable) return std::nullopt;
  return peak_figure(*config);
}

std::optional<Bytes> room(const ConfigChange& change) {
  const std::optional<ConfigOutcome>& side = change.after ? change.after : change.before;
  return side && side->device ? std::optional(side->device->budget) : std::nullopt;
}

/// The most that any bar shows.
Bytes whole_of(const std::vector<const ConfigChange*>& moved) {
  Bytes whole;
  for (const ConfigChange* change : moved)
    for (const auto& size : {figure(change->before), figure(change->after), room(*change)})
      whole = std::max(whole, size.value_or(Bytes{}));
  return whole;
}

std::string row_on_page(const ConfigChange& change, Bytes whole, const Context& context) {
  const std::string told = context.say(change_text(change));
  const bool is_over = change.after && change.after->fits == false;
  const PeakBar bar{.was = figure(change.before),
                    .is = figure(change.after),
                    .room = room(change),
                    .whole = whole,
                    .is_over = is_over,
                    .told = told};
  const std::string variant = change.recipe.empty() ? "" : " (" + change.recipe + ")";
  return fmt::format("<tr><td class=\"module\">{}</td><td class=\"bar\">{}</td><td{}>{}</td></tr>\n",
                     html(config_text(change, context), context) + escaped(variant), peak_bar(bar),
                     is_over ? " class=\"alarm\"" : "", escaped(told));
}

std::string edits_on_page(const ConfigChange& change, const Context& context) {
  std::string text = fmt::format("<li>{}\n<ul class=\"edits\">\n", html(config_text(change, context), context));
  for (const Cause& cause : change.causes) {
    text += "<li><code>" + escaped(edit_text(cause, context)) + "</code>";
    if (cause.added && !change.together) text += ": " + signed_text(*cause.added);
    text += "</li>\n";
  }
  return text + "</ul></li>\n";
}

std::string findings_on_page(const Words& title, const std::vector<Finding>& all, const Context& context) {
  std::string text;
  for (const Group& group : groups_of(all)) {
    const Finding& finding = group.finding;
    const std::string place = finding.span ? shown_line(finding.span, context) : shown_path(finding.config, context);
    text +=
        fmt::format("<li><b>{}</b> <code>{}</code> {} (<code>{}</code>)</li>\n", html(level(finding.severity), context),
                    escaped(printable_name(place)), html(finding.message, context), escaped(finding.rule));
  }
  return text.empty() ? text : fmt::format("<h2>{}</h2>\n<ul>\n{}</ul>\n", html(title, context), text);
}

}  // namespace

std::string write_comparison_html(const Comparison& comparison, const Context& context) {
  const std::string title = html("GPU memory: {0}"_words(comparison_summary(comparison)), context);
  std::string body = fmt::format("<h1>{}</h1>\n<p class=\"faint\">{}</p>\n", title,
                                 escaped(printable_name(context.say(sides_text(comparison)))));
  const std::vector<const ConfigChange*> moved = moved_changes(comparison);
  const Bytes whole = whole_of(moved);
  std::string rows, reasons;
  for (const ConfigChange* change : moved) {
    rows += row_on_page(*change, whole, context);
    if (!change->causes.empty()) reasons += edits_on_page(*change, context);
  }
  if (!rows.empty())
    body += "<div class=\"scroll\" tabindex=\"0\"><table>\n<tbody>\n" + rows + "</tbody></table></div>\n";
  body += findings_on_page("New findings"_words, comparison.found, context);
  if (!reasons.empty())
    body += "<h2>" + html("Which edits do it"_words, context) + "</h2>\n<ul>\n" + reasons + "</ul>\n";
  body += findings_on_page("Gone"_words, comparison.gone, context);
  return html_page({.title = title, .body = body, .scripts = {}});
}

}  // namespace vramlint::report
