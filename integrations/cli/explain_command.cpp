#include <fmt/format.h>

#include <algorithm>

#include "choice.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/console.h"
#include "integrations/cli/environment.h"
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

const Rule& find_rule(const std::string& name) {
  for (const Rule* rule : rules::all()) {
    if (lower(std::string(rule->name)) == lower(name) || lower(std::string(rule->code)) == lower(name)) return *rule;
  }
  const std::string nearest = nearest_rule(lower(name), rules::all());
  throw UsageError(fmt::format("explain: no rule '{}'{}; `vramlint rules` lists them", name,
                               nearest.empty() ? "" : ", " + nearest.substr(0, nearest.size() - 1)));
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

}  // namespace explain_command
}  // namespace

void add_explain(Command program, int&) {
  Command command = program.subcommand("explain", "show a rule's manual");
  const auto name = std::make_shared<std::string>();
  command.option("RULE", *name, "its name or code: peak-memory-exceeds-device, VL1001").required();
  command.callback([name] {
    const Rule& rule = explain_command::find_rule(*name);
    const std::string text = explain_command::with_headings(rule.manual, wants_colour("auto"));
    put(fmt::format("{} {} ({})\n\n{}", rule.code, rule.name, to_string(rule.severity), text));
  });
}

}  // namespace vramlint::cli
