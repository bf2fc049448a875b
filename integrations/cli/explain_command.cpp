#include <fmt/format.h>

#include <algorithm>

#include "choice.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/console.h"
#include "integrations/cli/environment.h"
#include "integrations/cli/language.h"
#include "report/verdict.h"
#include "rules/list.h"

namespace vramlint::cli {
namespace {
namespace explain_command {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : static_cast<char>(c);
  });
  return text;
}

/// Those that have the text in their names, with commas between.
std::string names_with(std::string_view text) {
  std::string names;
  for (const Rule* rule : rules::all())
    if (rule->name.find(text) != std::string_view::npos) names.append(names.empty() ? "" : ", ").append(rule->name);
  return names;
}

const Rule& find_rule(const std::string& name) {
  for (const Rule* rule : rules::all()) {
    if (lower(std::string(rule->name)) == lower(name) || lower(std::string(rule->code)) == lower(name)) return *rule;
  }
  const std::string nearest = nearest_rule(lower(name), rules::all()), with_it = names_with(lower(name));
  throw UsageError(fmt::format("explain: no rule '{}'{}{}; `vramlint rules` lists them", name,
                               nearest.empty() ? "" : ", did you mean `" + nearest + "`",
                               nearest.empty() && !with_it.empty() ? "; of that name are " + with_it : ""));
}

/// Headings bold, the Markdown otherwise as it is: it is written to be read.
std::string with_headings(std::string_view manual, bool colour) {
  std::string text;
  bool fenced = false;
  while (!manual.empty()) {
    const std::string_view line = manual.substr(0, manual.find('\n'));
    manual.remove_prefix(std::min(line.size() + 1, manual.size()));
    fenced ^= line.starts_with("```");
    const bool heading = colour && !fenced && line.starts_with('#');
    text += heading ? fmt::format("\x1b[1m{}\x1b[0m\n", line) : fmt::format("{}\n", line);
  }
  return text;
}

/// The manual in that language, where it has been translated.
std::string page_of(const Rule& rule, const Catalogue* catalogue) {
  const bool is_translated = catalogue && !rule.manual_zh.empty();
  const Words head = "{0} {1} ({2})"_words(rule.code, rule.name, report::level(rule.severity));
  std::string text = head.in(catalogue) + "\n\n";
  if (catalogue && !is_translated)
    text += Words("There is no translation of this page yet: it is shown in English."_words).in(catalogue) + "\n\n";
  return text + with_headings(is_translated ? rule.manual_zh : rule.manual, wants_colour("auto"));
}

}  // namespace explain_command
}  // namespace

void add_explain(Command program, int&) {
  Command command = program.subcommand("explain", "show a rule's manual");
  const auto name = std::make_shared<std::string>(), language = std::make_shared<std::string>();
  command.option("RULE", *name, "its name or code: peak-memory-exceeds-device, VL1001").required().suggests(kRuleNames);
  add_language_option(command, *language);
  command.callback([name, language] {
    put_text(explain_command::page_of(explain_command::find_rule(*name), catalogue_for(*language)));
  });
}

}  // namespace vramlint::cli
