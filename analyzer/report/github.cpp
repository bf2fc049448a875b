// GitHub Actions workflow commands: one annotation a finding. A step may show ten of a level, so the worst ten are
// written and the rest is left to the job summary. Nothing of the user's files stands outside an escaped message: a
// line of it could otherwise be a command.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/formats.h"
#include "report/groups.h"
#include "report/place.h"
#include "report/refrains.h"
#include "report/telling.h"
#include "report/unicode.h"
#include "report/verdict.h"

namespace vramlint::report {
namespace {

constexpr size_t kPerLevel = 10;
constexpr size_t kMessage = 4000;  // bytes; the runner cuts at 4,096 characters

/// %, CR and LF as the runner takes them back; what else would steer a log is shown as an escape.
std::string escaped_message(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '%')
      result += "%25";
    else if (c == '\r')
      result += "%0D";
    else if (c == '\n')
      result += "%0A";
    else
      result += c;
  }
  return printable(result);
}

std::string escaped_property(std::string_view text) {
  std::string result;
  for (const char c : escaped_message(text)) {
    if (c == ':')
      result += "%3A";
    else if (c == ',')
      result += "%2C";
    else
      result += c;
  }
  return result;
}

std::string_view command_of(Severity severity) { return severity == Severity::note ? "notice" : to_string(severity); }

std::string place_properties(const Finding& finding, const Context& context) {
  const std::string_view file = file_of(finding);
  if (file.empty()) return {};
  std::string text = "file=" + escaped_property(shown_path(file, context));
  if (!finding.span) return text;
  const Span span = visible(finding.span);
  const Position start = utf16_position(*span.source, span.begin), stop = utf16_position(*span.source, span.end);
  text += fmt::format(",line={},endLine={}", start.line, stop.line);
  if (start.line == stop.line) text += fmt::format(",col={},endColumn={}", start.column, stop.column);
  return text;
}

std::string message_of(const Group& group, const Context& context) {
  const std::string text = told(group, context);
  if (text.size() <= kMessage) return text;
  return std::string(clipped(text, kMessage)) + "…";
}

std::string annotation(const Group& group, const Context& context) {
  const Finding& finding = group.finding;
  const std::string place = place_properties(finding, context);
  return fmt::format("::{} {}{}title={}::{}\n", command_of(finding.severity), place, place.empty() ? "" : ",",
                     escaped_property("vramlint: " + finding.rule), escaped_message(message_of(group, context)));
}

struct Sorted {
  std::array<std::vector<const Group*>, 3> levels;  // by Severity
};

/// What says the same as another comes after all that says something new.
Sorted by_level(const std::vector<Group>& groups) {
  Sorted sorted;
  const auto add = [&](const Group* group) {
    sorted.levels[static_cast<size_t>(group->finding.severity)].push_back(group);
  };
  const std::vector<Refrain> refrains = refrains_of(groups);
  for (const Refrain& refrain : refrains) add(refrain.first);
  for (const Refrain& refrain : refrains) std::for_each(refrain.again.begin(), refrain.again.end(), add);
  return sorted;
}

}  // namespace

std::string write_github(const Outcome& outcome, const Context& context) {
  const std::vector<Group> groups = groups_of(outcome.findings);
  const Sorted sorted = by_level(groups);
  bool overflow = false;
  for (const auto& level : sorted.levels) overflow = overflow || level.size() > kPerLevel;
  std::string text;
  size_t left_out = 0;
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
    const auto& level = sorted.levels[static_cast<size_t>(severity)];
    const size_t room = severity == Severity::note && overflow ? kPerLevel - 1 : kPerLevel;
    const size_t shown_count = std::min(level.size(), room);
    for (size_t i = 0; i < shown_count; ++i) text += annotation(*level[i], context);
    left_out += level.size() - shown_count;
  }
  if (left_out > 0)
    text += "::notice title=vramlint::" + context.say("{0} more, see the job summary"_words(left_out)) + "\n";
  return context.quiet ? text : text + context.say(summary(outcome, groups)) + "\n";
}

}  // namespace vramlint::report
