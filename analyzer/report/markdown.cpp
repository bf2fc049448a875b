// GitHub-flavoured Markdown: the job summary. All of it stays readable when it is cut at the end.
#include <fmt/format.h>

#include "report/breakdown.h"
#include "report/formats.h"
#include "report/groups.h"
#include "report/markdown_text.h"
#include "report/place.h"
#include "report/refrains.h"
#include "report/unicode.h"
#include "report/verdict.h"

namespace vramlint::report {
namespace {

std::string largest_part(const ConfigOutcome& config, const Context& context) {
  const std::vector<Part> parts = parts_of(config);
  if (config.status == Status::not_estimable || parts.empty()) return {};
  return fmt::format("{} {}", context.say(parts[0].name), to_string(parts[0].bytes));
}

std::string row(const ConfigOutcome& config, const Context& context) {
  const bool known = config.status != Status::not_estimable;
  const std::string peak = known ? context.say(shown(config.peak.process, config)) : "";
  const std::string budget = config.device ? to_string(config.device->budget) : "";
  const Words fits = !known               ? "not estimable"_words
                     : !config.fits       ? Words()
                     : !*config.fits      ? "**{0}**"_words("does not fit"_words)
                     : config.retries > 0 ? "fits only by giving back its cache"_words
                                          : "fits"_words;
  const std::string variant = config.recipe.empty() ? "" : " (" + markdown_plain(config.recipe) + ")";
  return fmt::format("| {}{} | {} | {} | {} | {} |\n", markdown_code(shown_path(config.path, context)), variant, peak,
                     budget, context.say(fits), largest_part(config, context));
}

/// ", in `a.yaml`, `b.yaml` and 3 more configs"
std::string names(const Group& group, const Context& context) {
  const Named names = named(group);
  if (names.configs.empty()) return {};
  std::vector<Words> paths;
  for (const std::string_view config : names.configs) paths.push_back(markdown_code(shown_path(config, context)));
  return context.say(names.more > 0 ? ", in {0} and {1} more configs"_words(listed(paths), names.more)
                                    : ", in {0}"_words(listed(paths)));
}

std::string refrain_line(const Refrain& refrain, const Context& context) {
  const Group& group = *refrain.first;
  const Finding& finding = group.finding;
  const std::string place = finding.span ? shown_line(finding.span, context) : shown_path(finding.config, context);
  std::string text =
      fmt::format("- **{}** {} {} ({}){}\n", context.say(level(finding.severity)), markdown_code(place),
                  markdown_plain(context.say(finding.message)), markdown_code(finding.rule), names(group, context));
  for (const Fix& fix : finding.fixes)
    text += fmt::format("  - {} {}\n", context.say("fix:"_words), markdown_plain(context.say(shown(fix))));
  if (const std::string places = elsewhere(refrain, context); !places.empty()) {
    text += fmt::format("  - {}\n", markdown_plain(places));
  }
  return text;
}

}  // namespace

std::string write_markdown(const Outcome& outcome, const Context& context) {
  const std::vector<Group> groups = groups_of(outcome.findings);
  std::string text = fmt::format("### vramlint\n\n{}\n", context.say(summary(outcome, groups)));
  if (!groups.empty()) text += "\n";
  for (const Refrain& refrain : refrains_of(groups)) text += refrain_line(refrain, context);
  if (!outcome.configs.empty()) {
    text +=
        "\n" + context.say("| Config | Peak | Budget | Verdict | Largest part |"_words) + "\n|---|---:|---:|---|---|\n";
  }
  for (const ConfigOutcome& config : outcome.configs) text += row(config, context);
  return text;
}

}  // namespace vramlint::report
