#include "integrations/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <sstream>

#include "base/printable.h"
#include "integrations/cli/console.h"

namespace vramlint::cli {

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

CommandLine::CommandLine(const std::string& name, const std::string& text, const std::string& version)
    : app_(std::make_unique<CLI::App>(text)) {
  app_->name(name);
  app_->set_version_flag("--version", name + " " + version);
}

CommandLine::~CommandLine() = default;

Command CommandLine::program() { return Command(app_.get()); }

std::optional<bool> CommandLine::parse(int count, const char* const* arguments) {
  try {
    app_->parse(count, arguments);
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
