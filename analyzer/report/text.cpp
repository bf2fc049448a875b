#include <fmt/format.h>

#include <map>

#include "report/excerpt.h"
#include "report/formats.h"
#include "report/groups.h"
#include "report/place.h"
#include "report/refrains.h"
#include "report/statistics.h"
#include "report/text_config.h"
#include "report/unicode.h"
#include "report/verdict.h"

namespace vramlint::report {
namespace {

/// Up to this many configs are shown with their breakdown, of more only the headlines.
constexpr size_t kDetailed = 5;
/// Up to this many findings are shown with the source of all their places; of more, with that of the first place, and
/// those of which a line says everything with that line.
constexpr size_t kInFull = 20;
/// What the findings of one config may take, in bytes.
constexpr size_t kPerConfig = 256 << 10;

std::string place_of(const Finding& finding, const Context& context) {
  return finding.span ? shown_place(finding.span, context) : printable_name(shown_path(finding.config, context));
}

std::string related(const Related& item, bool with_source, const Context& context) {
  const std::string place = item.span ? shown_place(item.span, context) + ": " : "";
  const std::string label = context.say("{0}:"_words(level(Severity::note)));
  std::string text = fmt::format("  {}{} {}\n", place, painted(label, Ink::bold_cyan, context.colour),
                                 printable(context.say(item.message)));
  return with_source ? text + excerpt(item.span, context, Ink::cyan) : text;
}

bool is_one_line(const Finding& finding) {
  return finding.severity == Severity::note || (finding.related.empty() && finding.fixes.empty());
}

std::string places_text(const Finding& finding, bool in_full, const Context& context) {
  if (!in_full && is_one_line(finding)) return {};
  std::string text = excerpt(finding.span, context, ink_of(finding.severity));
  for (const Related& item : finding.related) text += related(item, in_full, context);
  return text;
}

std::string refrain_text(const Refrain& refrain, bool in_full, const Context& context) {
  const Group& group = *refrain.first;
  const Finding& finding = group.finding;
  const std::string place = place_of(finding, context);
  std::string text = place.empty() ? "" : painted(place + ":", Ink::bold, context.colour) + " ";
  text += painted(context.say("{0}:"_words(level(finding.severity))), ink_of(finding.severity), context.colour) + " ";
  text += printable(context.say(finding.message)) +
          painted(" [" + printable(finding.rule) + "]", Ink::dim, context.colour) + "\n";
  text += places_text(finding, in_full, context);
  for (const Fix& fix : finding.fixes) {
    text += fmt::format("  {} {}\n", painted(context.say("fix:"_words), Ink::green, context.colour),
                        printable(context.say(shown(fix))));
  }
  if (const std::string configs = in_configs(group, context); !configs.empty()) text += "  " + configs + "\n";
  if (const std::string places = elsewhere(refrain, context); !places.empty()) text += "  " + places + "\n";
  return text;
}

Words fix_hint(const Counts& counts) {
  std::vector<Words> hints;
  if (counts.safe_fixes > 0) hints.push_back("{0} can be fixed with --fix."_words(counts.safe_fixes));
  if (counts.unsafe_fixes > 0)
    hints.push_back(counted(counts.unsafe_fixes, "{0} can be fixed with --unsafe-fixes, which changes training."_words,
                            "{0} can be fixed with --unsafe-fixes, which change training."_words));
  return sentences(hints);
}

/// The findings in order; of one config no more than a reader's patience holds.
std::string findings_text(const std::vector<Group>& groups, const Context& context) {
  struct Told {
    size_t bytes = 0, left_out = 0;
  };
  std::map<std::string_view, Told> told;
  std::string text;
  const std::vector<Refrain> refrains = refrains_of(groups);
  const bool in_full = refrains.size() <= kInFull;
  const Finding* before = nullptr;
  for (const Refrain& refrain : refrains) {
    const Finding& finding = refrain.first->finding;
    Told& config = told[finding.config];
    if (config.bytes > kPerConfig) {
      ++config.left_out;
      continue;
    }
    const std::string shown = refrain_text(refrain, in_full, context);
    const bool goes_on = before && !in_full && is_one_line(finding) && is_one_line(*before);
    text += (before && !goes_on ? "\n" : "") + shown;
    config.bytes += shown.size();
    before = &finding;
  }
  if (before) text += "\n";
  for (const auto& [path, config] : told) {
    if (config.left_out == 0) continue;
    const Words more = path.empty() ? "… and {0} more findings; --format json lists them"_words(config.left_out)
                                    : "… and {0} more findings in {1}; --format json lists them"_words(
                                          config.left_out, printable_name(shown_path(path, context)));
    text += context.say(more) + "\n\n";
  }
  return text;
}

std::string configs_text(const Outcome& outcome, const Context& context) {
  std::string text;
  const bool detailed = outcome.configs.size() <= kDetailed;
  for (const ConfigOutcome& config : outcome.configs) {
    text += headline(config, context);
    if (detailed) text += details(config, context) + "\n";
  }
  return detailed ? text : text + "\n";
}

}  // namespace

std::string write_text(const Outcome& outcome, const Context& context) {
  const std::vector<Group> groups = groups_of(outcome.findings);
  std::string text = context.statistics || context.quiet ? "" : configs_text(outcome, context);
  text += context.statistics ? statistics(groups, context) : findings_text(groups, context);
  if (context.quiet) return text;
  if (context.statistics && !text.empty()) text += "\n";
  const std::string verdict = painted(context.say(summary(outcome, groups)), Ink::bold, context.colour);
  return text + context.say(sentences({verdict, fix_hint(count(outcome, groups))})) + "\n";
}

}  // namespace vramlint::report
