#include <fmt/format.h>

#include <utility>

#include "analyze.h"
#include "integrations/cli/commands.h"
#include "integrations/cli/console.h"
#include "integrations/cli/pages.h"
#include "rules/list.h"

namespace vramlint::cli {
namespace {

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// In single quotes of a shell, where nothing is expanded.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

/// What may be said joins what must be; a word that stands for many becomes these.
void spell_out(CommandPage& page) {
  for (OptionPage& option : page.options) {
    std::vector<std::string>& words = option.choices;
    for (const std::string& word : option.suggested) {
      if (word == kDeviceNames) {
        words.emplace_back("auto");
        for (const memory::Device& device : memory::devices()) words.emplace_back(device.name);
      } else if (word == kRuleNames) {
        for (const Rule* rule : rules::all()) words.emplace_back(rule->name);
      } else {
        words.push_back(word);
      }
    }
  }
  for (CommandPage& command : page.commands) spell_out(command);
}

std::vector<std::string> flags_of(const CommandPage& command) {
  std::vector<std::string> names;
  for (const OptionPage& option : command.options) {
    if (!option.is_argument) names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

std::vector<std::string> names_of(const std::vector<CommandPage>& commands) {
  std::vector<std::string> names;
  for (const CommandPage& command : commands) names.push_back(command.name);
  return names;
}

std::string bash(const CommandPage& program) {
  std::string flags, choices;
  for (const CommandPage& command : program.commands) {
    flags += fmt::format("    {}) words={} ;;\n", command.name, quoted(joined(flags_of(command))));
    if (!command.commands.empty())
      choices += fmt::format("    {0}:{0}) words={1} ;;\n", command.name, quoted(joined(names_of(command.commands))));
    for (const OptionPage& option : command.options) {
      if (option.choices.empty()) continue;
      const std::string& name = option.is_argument ? command.name : option.names.back();
      choices += fmt::format("    {}:{}) words={} ;;\n", command.name, name, quoted(joined(option.choices)));
    }
  }
  const std::string commands = joined(names_of(program.commands)) + " " + joined(flags_of(program));
  return fmt::format(
      "# bash completion for {0}\n_{0}() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}} "
      "words=\n"
      "  COMPREPLY=()\n"
      "  case $command:$previous in\n{3}    *) case $command in\n{2}    esac\n"
      "    [ \"$COMP_CWORD\" -gt 1 ] || words={1}\n"
      "    case $COMP_CWORD:$current in [2-9]:-* | [1-9][0-9]*:-* | 1:*) ;; *) words= ;; esac ;;\n  esac\n"
      "  [ -z \"$words\" ] || mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
      "}}\ncomplete -o default -F _{0} {0}\n",
      program.name, quoted(commands), flags, choices);
}

/// "'--jobs[configs at a time]:N:_files'"
std::string zsh_option(const OptionPage& option) {
  std::string about;
  for (const char c : first_line(option.text)) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') about += '\\';
    about += c;
  }
  const std::string action = option.choices.empty() ? "_files" : "(" + joined(option.choices) + ")";
  std::string text;
  if (option.is_argument) return " " + quoted("*:" + option.names[0] + ":" + action);
  for (const std::string& name : option.names) {
    const std::string value = option.type.empty() ? "" : ":" + option.type + ":" + action;
    text += " " + quoted("*" + name + "[" + about + "]" + value);
  }
  return text;
}

std::string zsh(const CommandPage& program) {
  std::string commands, cases;
  for (const CommandPage& command : program.commands) {
    std::string about;
    for (const char c : first_line(command.text)) about += c == ':' ? "\\:" : std::string(1, c);
    commands += "    " + quoted(command.name + ":" + about) + "\n";
    cases += "    " + command.name + ") _arguments";
    if (!command.commands.empty()) cases += " " + quoted("1:command:(" + joined(names_of(command.commands)) + ")");
    for (const OptionPage& option : command.options) cases += zsh_option(option);
    cases += " ;;\n";
  }
  return fmt::format(
      "#compdef {0}\n_{0}() {{\n  local -a commands=(\n{1}  )\n"
      "  if (( CURRENT == 2 )); then\n    _describe command commands\n    _files\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n{2}  esac\n}}\n"
      "if [ \"$funcstack[1]\" = _{0} ]; then _{0} \"$@\"; else compdef _{0} {0}; fi\n",
      program.name, commands, cases);
}

std::string fish(const CommandPage& program) {
  std::string text = "# fish completion for " + program.name + "\n";
  for (const CommandPage& command : program.commands) {
    text += fmt::format("complete -c {} -n __fish_use_subcommand -a {} -d {}\n", program.name, command.name,
                        quoted(first_line(command.text)));
    if (!command.commands.empty())
      text += fmt::format("complete -c {} -n {} -a {}\n", program.name,
                          quoted("__fish_seen_subcommand_from " + command.name),
                          quoted(joined(names_of(command.commands))));
    for (const OptionPage& option : command.options) {
      text += fmt::format("complete -c {} -n {}", program.name, quoted("__fish_seen_subcommand_from " + command.name));
      for (const std::string& name : option.names) {
        if (!option.is_argument) text += (name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1));
      }
      if (!option.choices.empty())
        text += (option.is_argument ? " -f -a " : " -x -a ") + quoted(joined(option.choices));
      else if (!option.type.empty() && !option.is_argument)
        text += " -r";
      text += " -d " + quoted(first_line(option.text)) + "\n";
    }
  }
  return text;
}

}  // namespace

std::string completions(CommandPage program, const std::string& shell) {
  spell_out(program);
  return shell == "bash" ? bash(program) : shell == "zsh" ? zsh(program) : fish(program);
}

void add_completions(Command program, int&) {
  Command command = program.subcommand("completions", "print a script with which a shell completes vramlint's words");
  const auto shell = std::make_shared<std::string>();
  command.option("SHELL", *shell, "bash, zsh or fish").required().one_of({"bash", "zsh", "fish"});
  command.footer(
      "Examples:\n"
      "  vramlint completions bash > ~/.local/share/bash-completion/completions/vramlint\n"
      "  vramlint completions fish > ~/.config/fish/completions/vramlint.fish");
  command.callback([program, shell] { put(completions(program.page(), *shell)); });
}

}  // namespace vramlint::cli
