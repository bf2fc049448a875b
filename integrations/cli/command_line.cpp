#include "integrations/cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <limits>
#include <sstream>

#include "config/fields.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/console.h"

namespace vramlint::cli {
namespace {

/// Of a check that takes everything: its name holds the words of `suggests`.
constexpr std::string_view kSuggested = "suggested ";

/// "a,b" and "a, b".
std::vector<std::string> words_in(const std::string& text) {
  std::vector<std::string> found;
  std::istringstream words(text);
  for (std::string word; std::getline(words >> std::ws, word, ',');) found.push_back(word);
  return found;
}

/// The whole text as a number.
template <typename Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// CLI11 would take "[1,4,10]" apart.
constexpr char kMark = '\x01';
std::string marked(const std::string& word) { return word.starts_with('[') ? kMark + word : word; }
std::string unmarked(const std::string& word) { return word.starts_with(kMark) ? word.substr(1) : word; }

CLI::Option* taken_whole(CLI::Option* option) {
  return option->get_positional() ? option->transform(unmarked, "") : option;
}

Option& whole_from(Option& option, CLI::Option& inner, int64_t least) {
  inner.check(CLI::Validator(
      [=](std::string& text) {
        const std::optional<int64_t> number = number_in<int64_t>(text);
        if (number && *number >= least) return std::string();
        return fmt::format("'{}' is not a whole number from {} on", text, least);
      },
      ""));
  return option;
}

/// CLI11 has no other way to ask whether there is one.
std::vector<std::string> suggested(CLI::Option& option) {
  try {
    for (int at = 0;; ++at) {
      const std::string& name = option.get_validator(at)->get_name();
      if (name.starts_with(kSuggested)) return words_in(name.substr(kSuggested.size()));
    }
  } catch (const CLI::OptionNotFound&) {
  }
  return {};
}

OptionPage page_of(CLI::Option& option) {
  OptionPage page{.text = option.get_description(), .is_argument = option.get_positional()};
  for (const std::string& name : option.get_snames()) page.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) page.names.push_back("--" + name);
  if (page.is_argument) page.names = {option.get_name(true)};
  if (option.get_expected_max() == 0) return page;
  page.type = option.get_type_name();
  page.suggested = suggested(option);
  const size_t brace = page.type.find(":{");  // "WHEN:{auto,always,never}"
  if (brace == std::string::npos) return page;
  page.choices = words_in(page.type.substr(brace + 2, page.type.size() - brace - 3));
  page.type.resize(brace);
  return page;
}

CommandPage page_of(CLI::App& app) {
  CommandPage page{.name = app.get_name(), .text = app.get_description(), .footer = app.get_footer()};
  for (CLI::Option* option : app.get_options({})) page.options.push_back(page_of(*option));
  for (CLI::App* command : app.get_subcommands({})) page.commands.push_back(page_of(*command));
  return page;
}

const CLI::App& innermost(const CLI::App& program, std::string& names) {
  const CLI::App* app = &program;
  while (!app->get_subcommands().empty()) {
    app = app->get_subcommands().front();
    names += (names.empty() ? "" : " ") + app->get_name();
  }
  return *app;
}

/// "no option '--devise'; did you mean `--device`?"
std::string about_word(const std::string& word, const CLI::App& command) {
  if (!word.starts_with('-')) return fmt::format("'{}' is one word too many", word);
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string option = word.substr(0, word.find('='));
  const std::string_view nearest = config::nearest_name(option, known);
  return fmt::format("no option '{}'", option) + (nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest));
}

UsageError complaint(const CLI::ParseError& error, const CLI::App& program) {
  std::string names;
  const CLI::App& command = innermost(program, names);
  const std::vector<std::string> extras = command.remaining();
  const bool unknown = dynamic_cast<const CLI::ExtrasError*>(&error) && !extras.empty();
  const std::string what = unknown ? about_word(extras.front(), command) : error.what();
  return UsageError((names.empty() ? "" : names + ": ") + what,
                    {fmt::format("`{}{}{} --help` tells more.", program.get_name(), names.empty() ? "" : " ", names)});
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

Option& Option::suggests(std::string_view words) {
  CLI::Validator any([](std::string&) { return std::string(); }, "");
  option_->check(any.name(std::string(kSuggested).append(words)));
  return *this;
}

Option& Option::not_negative() { return whole_from(*this, *option_, 0); }
Option& Option::positive() { return whole_from(*this, *option_, 1); }

Option& Option::in_range(int64_t least, int64_t most) {
  option_->check(CLI::Validator(
      [=](std::string& text) {
        const std::optional<int64_t> number = number_in<int64_t>(text);
        if (number && *number >= least && *number <= most) return std::string();
        return fmt::format("'{}' is not a whole number from {} to {}", text, least, most);
      },
      ""));
  return *this;
}

Option& Option::above_zero(double most) {
  option_->check(CLI::Validator(
      [=](std::string& text) {
        const std::optional<double> number = number_in<double>(text);
        if (number && *number > 0 && *number <= most) return std::string();
        return fmt::format("'{}' is not a number above 0, up to {}", text, most);
      },
      ""));
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
  return Option(taken_whole(app_->add_option(names, value, text)));
}

Option Command::option(const std::string& names, std::vector<std::string>& values, const std::string& text) {
  return Option(taken_whole(app_->add_option(names, values, text)));
}

Option Command::option(const std::string& names, int64_t& value, const std::string& text) {
  return Option(app_->add_option(names, value, text));
}

Option Command::option(const std::string& names, size_t& value, const std::string& text) {
  return Option(app_->add_option(names, value, text)).not_negative();
}

Option Command::option(const std::string& names, unsigned& value, const std::string& text) {
  return Option(app_->add_option(names, value, text)).in_range(0, std::numeric_limits<unsigned>::max());
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

CommandPage Command::outline() const {
  CommandPage outline{.name = app_->get_name()};
  for (const CLI::App* command : app_->get_subcommands({})) outline.commands.push_back({.name = command->get_name()});
  return outline;
}

CommandLine::CommandLine(const std::string& name, const std::string& text, const std::string& version)
    : app_(std::make_unique<CLI::App>(text)) {
  app_->name(name);
  app_->set_version_flag("-V,--version", name + " " + version);
}

CommandLine::~CommandLine() = default;

Command CommandLine::program() { return Command(app_.get()); }

bool CommandLine::parse(const std::vector<std::string>& words) {
  try {
    std::vector<std::string> given = words;
    const auto others = std::find(given.begin(), given.end(), "--");
    std::transform(others, given.end(), others, marked);
    std::reverse(given.begin(), given.end());
    app_->parse(std::move(given));
    return true;
  } catch (const CLI::ParseError& error) {
    std::ostringstream asked, wrong;
    if (app_->exit(error, asked, wrong) != 0) throw complaint(error, *app_);
    put(asked.str());
    return false;
  }
}

}  // namespace vramlint::cli
