#include "integrations/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <sstream>

#include "base/printable.h"
#include "integrations/cli/console.h"

namespace vramlint::cli {
namespace {

OptionPage page_of(const CLI::Option& option) {
  OptionPage page{.text = option.get_description(), .is_argument = option.get_positional()};
  for (const std::string& name : option.get_snames()) page.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) page.names.push_back("--" + name);
  if (page.is_argument) page.names = {option.get_name(true)};
  if (option.get_expected_max() == 0) return page;
  page.type = option.get_type_name();
  const size_t brace = page.type.find(":{");  // "WHEN:{auto,always,never}"
  if (brace == std::string::npos) return page;
  std::istringstream words(page.type.substr(brace + 2, page.type.size() - brace - 3));
  for (std::string word; std::getline(words, word, ',');) page.choices.push_back(word);
  page.type.resize(brace);
  return page;
}

CommandPage page_of(const CLI::App& app) {
  CommandPage page{.name = app.get_name(), .text = app.get_description(), .footer = app.get_footer()};
  for (const CLI::Option* option : app.get_options()) page.options.push_back(page_of(*option));
  const auto all = [](const CLI::App*) { return true; };
  for (const CLI::App* command : app.get_subcommands(all)) page.commands.push_back(page_of(*command));
  return page;
}

}  // namespace

Option& Option::type(const std::string& name) {
  option_->type_name(name);
  return *this;
}

Option& Option::one_of(const std::vector<std::string>& words) {
  option_->check(CLI::IsMember(words));
  return *this;
}

Option& Option::not_negative() {
  option_->check(CLI::NonNegativeNumber);
  return *this;
}

Option& Option::positive() {
  option_->check(CLI::PositiveNumber);
  return *this;
}

Option& Option::in_range(int64_t least, int64_t most) {
  option_->check(CLI::Range(least, most));
  return *this;
}

Option& Option::in_range(double least, double most) {
  option_->check(CLI::Range(least, most));
  return *this;
}

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::repeated() {
  option_->allow_extra_args(false)->expected(1)->take_all();
  return *this;
}

Command Command::subcommand(const std::string& name, const std::string& text) {
  return Command(app_->add_subcommand(name, text));
}

void Command::needs_subcommand() { app_->require_subcommand(1); }
bool Command::has_run_subcommand() const { return !app_->get_subcommands().empty(); }
void Command::footer(const std::string& text) { app_->footer(text); }
void Command::callback(const std::function<void()>& run) { app_->callback(run); }

Option Command::option(const std::string& names, std::string& value, const std::string& text) {
  return Option(app_->add_option(names, value, text));
}

Option Command::option(const std::string& names, std::vector<std::string>& values, const std::string& text) {
  return Option(app_->add_option(names, values, text));
}

Option Command::option(const std::string& names, int64_t& value, const std::string& text) {
  return Option(app_->add_option(names, value, text));
}

Option Command::option(const std::string& names, size_t& value, const std::string& text) {
  return Option(app_->add_option(names, value, text));
}

Option Command::option(const std::string& names, unsigned& value, const std::string& text) {
  return Option(app_->add_option(names, value, text));
}

Option Command::option(const std::string& names, std::optional<double>& value, const std::string& text) {
  return Option(app_->add_option(names, value, text));
}

void Command::flag(const std::string& names, bool& value, const std::string& text) {
  app_->add_flag(names, value, text);
}

void Command::take_rest() { app_->prefix_command(); }
std::vector<std::string> Command::rest() const { return app_->remaining(); }
CommandPage Command::page() const { return page_of(*app_); }

CommandLine::CommandLine(const std::string& name, const std::string& text, const std::string& version)
    : app_(std::make_unique<CLI::App>(text)) {
  app_->name(name);
  app_->set_version_flag("-V,--version", name + " " + version);
}

CommandLine::~CommandLine() = default;

Command CommandLine::program() { return Command(app_.get()); }

std::optional<bool> CommandLine::parse(const std::vector<std::string>& words) {
  try {
    app_->parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    std::ostringstream asked, wrong;
    const bool right_usage = app_->exit(error, asked, wrong) == 0;
    put(asked.str());
    std::string text = wrong.str();
    if (const std::string_view what = error.what(); text.starts_with(what))
      text.replace(0, what.size(), printable_name(what));
    put_error(printable_lines(text));
    return right_usage;
  }
  return {};
}

}  // namespace vramlint::cli
