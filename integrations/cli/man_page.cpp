#include <fmt/format.h>

#include "integrations/cli/commands.h"
#include "integrations/cli/console.h"
#include "integrations/cli/pages.h"

namespace vramlint::cli {
namespace {

/// Text for roff: no line of it is a request, no backslash an escape, and a dash is one that can be copied.
std::string roff(const std::string& text) {
  std::string result;
  bool starts_line = true;
  for (const char c : text) {
    if (starts_line && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
    starts_line = c == '\n';
  }
  return result;
}

std::string option_text(const OptionPage& option) {
  std::string names;
  for (const std::string& name : option.names) names += (names.empty() ? "\\fB" : "\\fR, \\fB") + roff(name);
  if (!option.is_argument && !option.type.empty()) names += " \\fI" + roff(option.type);
  std::string text = ".TP\n" + names + "\\fR\n" + roff(option.text) + "\n";
  if (!option.choices.empty())
    text += fmt::format("One of {}.\n", roff(fmt::format("{}", fmt::join(option.choices, ", "))));
  return text;
}

std::string as_it_stands(const std::string& text) { return text.empty() ? "" : ".PP\n.nf\n" + roff(text) + "\n.fi\n"; }

std::string command_text(const std::string& program, const CommandPage& command) {
  std::string text = fmt::format(".SS {} {}\n{}\n", program, roff(command.name), roff(command.text));
  for (const OptionPage& option : command.options) text += option_text(option);
  return text + as_it_stands(command.footer);
}

}  // namespace

std::string man_page(const CommandPage& program, const std::string& version) {
  std::string text = fmt::format(".TH VRAMLINT 1 \"\" \"vramlint {}\"\n.SH NAME\n", roff(version));
  text += "vramlint \\- says which training configs do not fit in GPU memory\n.SH SYNOPSIS\n";
  text +=
      ".B vramlint\n.I COMMAND\n[\\fIOPTION\\fR]... [\\fIPATH\\fR]...\n.SH DESCRIPTION\n" + roff(program.text) + "\n";
  text += ".SH OPTIONS\n";
  for (const OptionPage& option : program.options) text += option_text(option);
  text += ".SH COMMANDS\n";
  for (const CommandPage& command : program.commands) text += command_text(program.name, command);
  return text + ".SH EXIT STATUS\n" + as_it_stands(program.footer);
}

void add_man(Command program, int&) {
  Command command = program.subcommand("man", "print the manual page: vramlint man | man -l -");
  command.callback([program] { put(man_page(program.page(), version())); });
}

}  // namespace vramlint::cli
