#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "report/comparison.h"
#include "report/groups.h"
#include "report/place.h"
#include "report/style.h"
#include "report/verdict.h"

namespace vramlint::report {
namespace {

struct Mark {
  const char* sign;
  Ink ink;
};

Mark mark_of(const ConfigChange& change) {
  if (!change.before) return {"+", change.after->fits == false ? Ink::bold_red : Ink::cyan};
  if (!change.after) return {"-", Ink::dim};
  const std::optional<Bytes> added = increase(change);
  if (!added) return {"✘", Ink::bold_red};
  if (change.after->fits == false && change.before->fits != change.after->fits) return {"✘", Ink::bold_red};
  if (added->count > 0) return {"▲", Ink::yellow};
  return {added->count < 0 ? "▼" : "=", added->count < 0 ? Ink::green : Ink::dim};
}

std::string config_name(const ConfigChange& change, const Context& context) {
  std::string name = printable_name(shown_path(change.path, context));
  return change.recipe.empty() ? name : fmt::format("{} ({})", name, printable(change.recipe));
}

std::string causes_text(const ConfigChange& change, const Context& context) {
  std::string text;
  for (const Cause& cause : change.causes) {
    const bool breaks = change.after && change.after->status == Status::not_estimable;
    const std::string added = cause.added ? signed_text(*cause.added) : breaks ? "breaks it" : "needed";
    text += change.together ? "    " : fmt::format("    {:>10}  ", added);
    text += edit_text(cause, context) + "\n";
  }
  if (change.together && change.causes.size() > 1) text += "    (these together)\n";
  return text;
}

std::string limit_text(const ConfigChange& change, const Context& context) {
  if (!change.limit || !change.limit->exceeded) return {};
  const std::string why = change.limit->message.empty() ? "" : ": " + printable(change.limit->message);
  return painted(fmt::format("    above max_increase, {}{}", to_string(change.limit->most), why), Ink::red,
                 context.colour) +
         "\n";
}

std::string findings_text(const char* word, Ink ink, const std::vector<Finding>& findings, const Context& context) {
  std::string text;
  for (const Group& group : groups_of(findings)) {
    const Finding& finding = group.finding;
    const std::string place =
        finding.span ? shown_place(finding.span, context) : printable_name(shown_path(finding.config, context));
    text += fmt::format("{} {}: {}: {} [{}]\n", painted(word, ink, context.colour), place, to_string(finding.severity),
                        printable(finding.message), printable(finding.rule));
    if (const std::string configs = in_configs(group, context); !configs.empty()) text += "    " + configs + "\n";
  }
  return text;
}

}  // namespace

std::string write_comparison_text(const Comparison& comparison, const Context& context) {
  const int files = static_cast<int>(comparison.files.size());
  std::string text = fmt::format("{}: {} changed\n\n", sides_text(comparison), counted(files, "file"));
  const std::vector<const ConfigChange*> moved = moved_changes(comparison);
  for (size_t i = 0; i < std::min(moved.size(), kMostChanges); ++i) {
    const ConfigChange& change = *moved[i];
    const Mark mark = mark_of(change);
    text +=
        fmt::format("{} {}  {}\n", painted(mark.sign, mark.ink, context.colour),
                    painted(config_name(change, context), Ink::bold, context.colour), printable(change_text(change)));
    const bool repeats = i > 0 && change.causes.size() > 1 && same_edits(change, *moved[i - 1]);
    text += repeats ? "    (the same edits)\n" : causes_text(change, context);
    text += limit_text(change, context);
  }
  if (moved.size() > kMostChanges)
    text += fmt::format("… and {} more configs; --format json lists them\n", moved.size() - kMostChanges);
  if (!moved.empty()) text += "\n";
  const std::string findings = findings_text("new ", Ink::red, comparison.found, context) +
                               findings_text("gone", Ink::green, comparison.gone, context);
  if (!findings.empty()) text += findings + "\n";
  return text + painted(comparison_summary(comparison), Ink::bold, context.colour) + "\n";
}

}  // namespace vramlint::report
