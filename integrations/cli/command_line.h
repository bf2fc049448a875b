// Sub-commands and their options. CLI11 does the work, behind command_line.cpp: its templates take a compiler half a
// minute a file, and so are compiled once.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace vramlint::cli {

/// Words of `suggests` that stand for many: a completion script alone has need of them.
inline constexpr const char *kDeviceNames = "<devices>", *kRuleNames = "<rules>";

/// An option or argument as its command describes it.
struct OptionPage {
  std::vector<std::string> names;      ///< "--jobs", "-h"; of an argument "PATH"
  std::string type, text;              ///< type: "FILE", empty for a flag
  std::vector<std::string> choices;    ///< there are no others
  std::vector<std::string> suggested;  ///< there are
  bool is_argument = false;
};

/// A command as it describes itself, for manual pages and completions.
struct CommandPage {
  std::string name, text, footer;
  std::vector<OptionPage> options;
  std::vector<CommandPage> commands;
};

class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  Option& type(const std::string& name);  ///< what its value is called in the help
  Option& one_of(const std::vector<std::string>& words);
  Option& suggests(std::string_view words);  ///< "text, json": shells offer them; others are taken as well
  Option& not_negative();                    ///< a whole number from 0 on
  Option& positive();                        ///< from 1 on
  Option& in_range(int64_t least, int64_t most);
  Option& above_zero(double most);  ///< any number
  Option& required();
  Option& repeated();  ///< may be given several times, with one value each

 private:
  CLI::Option* option_;
};

/// A command or sub-command of a CommandLine, which outlives it. What its options fill must live until it has run.
class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}
  Command subcommand(const std::string& name, const std::string& text);
  void needs_subcommand();
  bool has_run_subcommand() const;  ///< once parsed
  void footer(const std::string& text);
  void callback(const std::function<void()>& run);

  Option option(const std::string& names, std::string& value, const std::string& text);
  Option option(const std::string& names, std::vector<std::string>& values, const std::string& text);
  Option option(const std::string& names, int64_t& value, const std::string& text);
  Option option(const std::string& names, size_t& value, const std::string& text);
  Option option(const std::string& names, unsigned& value, const std::string& text);
  Option option(const std::string& names, std::optional<double>& value, const std::string& text);
  void flag(const std::string& names, bool& value, const std::string& text);

  void take_rest();                       ///< everything behind the sub-command's name, whatever it looks like
  std::vector<std::string> rest() const;  ///< that, once parsed
  CommandPage page() const;
  CommandPage outline() const;  ///< the names of its sub-commands alone

 private:
  CLI::App* app_;
};

class CommandLine {
 public:
  CommandLine(const std::string& name, const std::string& text, const std::string& version);
  ~CommandLine();
  Command program();

  /// Runs the callback of the sub-command that is named. False: help or the version was asked for, and is printed.
  /// Throws UsageError where the words are none of the sub-command's.
  bool parse(const std::vector<std::string>& words);

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace vramlint::cli
