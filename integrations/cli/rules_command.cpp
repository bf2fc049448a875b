#include <nlohmann/json.hpp>

#include "integrations/cli/commands.h"
#include "integrations/cli/console.h"
#include "integrations/cli/language.h"
#include "integrations/cli/table.h"
#include "report/verdict.h"
#include "rules/list.h"

namespace vramlint::cli {
namespace {
namespace rules_command {

std::string_view stage_name(Stage stage) {
  switch (stage) {
    case Stage::source:
      return "source";
    case Stage::config:
      return "config";
    case Stage::experiment:
      return "experiment";
    case Stage::usage:
    case Stage::whole_usage:
      return "usage";
    case Stage::build:
      return "build";
    case Stage::timeline:
      return "timeline";
    case Stage::peak:
      return "peak";
  }
  return "";
}

std::string as_json(const Catalogue* catalogue) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Rule* rule : rules::all()) {
    list.push_back({{"name", rule->name},
                    {"code", rule->code},
                    {"level", to_string(rule->severity)},
                    {"concern", to_string(rule->concern)},
                    {"summary", Words(rule->summary, {}).in(catalogue)},
                    {"needs", stage_name(rule->needs)},
                    {"manual", catalogue && !rule->manual_zh.empty() ? rule->manual_zh : rule->manual}});
  }
  return list.dump(2) + "\n";
}

std::string as_text(const Catalogue* catalogue) {
  std::vector<std::vector<std::string>> rows;
  for (const Rule* rule : rules::all()) {
    rows.push_back({std::string(rule->code), std::string(rule->name), report::level(rule->severity).in(catalogue),
                    Words(rule->summary, {}).in(catalogue)});
  }
  const Words hint = "`vramlint explain RULE` shows a rule's manual."_words;
  return table(rows) + "\n" + hint.in(catalogue) + "\n";
}

}  // namespace rules_command
}  // namespace

void add_rules(Command program, int&) {
  Command command = program.subcommand("rules", "list the rules");
  const auto format = std::make_shared<std::string>("text"), language = std::make_shared<std::string>();
  command.option("--format", *format, "text or json").type("FORMAT").one_of({"text", "json"});
  add_language_option(command, *language);
  command.callback([format, language] {
    const Catalogue* catalogue = catalogue_for(*language);
    if (*format == "json") return put(rules_command::as_json(catalogue));
    put_text(rules_command::as_text(catalogue));
  });
}

}  // namespace vramlint::cli
