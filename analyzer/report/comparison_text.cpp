#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "report/comparison.h"
#include "report/groups.h"
#include "report/place.h"
#include "report/style.h"
#include "report/unicode.h"
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
  const bool now_known = change.before->status == Status::not_estimable && change.after->fits != false;
  if (!added) return now_known ? Mark{"✔", Ink::green} : Mark{"✘", Ink::bold_red};
  if (change.after->fits == false && change.before->fits != change.after->fits) return {"✘", Ink::bold_red};
  if (added->count > 0) return {"▲", Ink::yellow};
  return {added->count < 0 ? "▼" : "=", added->count < 0 ? Ink::green : Ink::dim};
}

std::string config_name(const ConfigChange& change, const Context& context) {
  const std::string name = context.say(config_text(change, context));
  return change.recipe.empty() ? name : fmt::format("{} ({})", name, printable(change.recipe));
}

/// Spaces before it.
std::string led(const std::string& text, size_t width) {
  const size_t taken = cells(text);
  return std::string(taken < width ? width - taken : 0, ' ') + text;
}

std::string causes_text(const ConfigChange& change, const Context& context) {
  std::string text;
  for (const Cause& cause : change.causes) {
    const bool breaks = change.after && change.after->status == Status::not_estimable;
    const Words added = cause.added ? Words(signed_text(*cause.added)) : breaks ? "breaks it"_words : "needed"_words;
    text += change.together ? "    " : "    " + led(context.say(added), 10) + "  ";
    text += edit_text(cause, context) + "\n";
  }
  if (change.together && change.causes.size() > 1) text += "    " + context.say("(these together)"_words) + "\n";
  return text;
}

std::string limit_text(const ConfigChange& change, const Context& context) {
  if (!change.limit || !change.limit->exceeded) return {};
  const Words above = "above max_increase, {0}"_words(change.limit->most);
  const std::string& why = change.limit->message;
  const std::string text = context.say(why.empty() ? above : "{0}: {1}"_words(above, printable(why)));
  return painted("    " + text, Ink::red, context.colour) + "\n";
}

std::string findings_text(const std::string& word, Ink ink, const std::vector<Finding>& findings,
                          const Context& context) {
  std::string text;
  for (const Group& group : groups_of(findings)) {
    const Finding& finding = group.finding;
    const std::string place =
        finding.span ? shown_place(finding.span, context) : printable_name(shown_path(finding.config, context));
    text += fmt::format("{} {}: {}: {} [{}]\n", painted(word, ink, context.colour), place,
                        context.say(level(finding.severity)), printable(context.say(finding.message)),
                        printable(finding.rule));
    if (const std::string configs = in_configs(group, context); !configs.empty()) text += "    " + configs + "\n";
  }
  return text;
}

}  // namespace

std::string write_comparison_text(const Comparison& comparison, const Context& context) {
  const int files = static_cast<int>(comparison.files.size());
  const Words changed = counted(files, "{0} file changed"_words, "{0} files changed"_words);
  std::string text = printable_name(context.say("{0}: {1}"_words(sides_text(comparison), changed))) + "\n\n";
  const std::vector<const ConfigChange*> moved = moved_changes(comparison);
  for (size_t i = 0; i < std::min(moved.size(), kMostChanges); ++i) {
    const ConfigChange& change = *moved[i];
    const Mark mark = mark_of(change);
    text += fmt::format("{} {}  {}\n", painted(mark.sign, mark.ink, context.colour),
                        painted(config_name(change, context), Ink::bold, context.colour),
                        printable(context.say(change_text(change))));
    const bool repeats = i > 0 && change.causes.size() > 1 && same_edits(change, *moved[i - 1]);
    text += repeats ? "    " + context.say("(the same edits)"_words) + "\n" : causes_text(change, context);
    text += limit_text(change, context);
  }
  if (moved.size() > kMostChanges)
    text += context.say("… and {0} more configs; --format json lists them"_words(moved.size() - kMostChanges)) + "\n";
  if (!moved.empty()) text += "\n";
  const std::string findings =
      findings_text(padded(context.say("new"_words), 4), Ink::red, comparison.found, context) +
      findings_text(padded(context.say("gone"_words), 4), Ink::green, comparison.gone, context);
  if (!findings.empty()) text += findings + "\n";
  return text + painted(context.say(comparison_summary(comparison)), Ink::bold, context.colour) + "\n";
}

}  // namespace vramlint::report
