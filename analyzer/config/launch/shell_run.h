// What a launch script does, as far as it can be told without running it: the programs it starts, with the words of
// their command lines and the environment that they find.
//
// The script runs in our own terms: variables, functions, loops and branches are followed, programs are noted and taken
// to succeed, nothing is started. A condition that is not known has every arm followed; what differs after it is
// unknown.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/files.h"
#include "syntax/shell.h"

namespace vramlint::config {

/// A word of a command, or a variable's value.
struct ShellText {
  std::string text;
  Span span;            ///< where this text is written, if it is written in one piece; else the word that yields it
  std::string unknown;  ///< why the text is not known; empty where it is
};

struct StartedProgram {
  std::vector<ShellText> words;  ///< the program's name first
  std::map<std::string, ShellText> environment;
  std::string directory;  ///< where it starts, relative to the root; "" is the root
  Span span;
  bool certain = true;  ///< not under a condition that is not known
};

/// An exported value that nothing could read before another took its place.
struct LostExport {
  std::string name;
  ShellText value, replacement;
  Span place, replaced_at;  ///< the two assignments
};

struct ShellRun {
  std::vector<StartedProgram> programs;
  std::vector<LostExport> lost;
  bool complete = true;  ///< false: stopped by its budget
};

/// `arguments`: $1 and on.
ShellRun run_shell(const syntax::ShellScript& script, std::vector<ShellText> arguments, Files& files);

/// A shell pattern: *, ?, [a-z], [!a-z].
bool shell_pattern_matches(std::string_view pattern, std::string_view text);

}  // namespace vramlint::config
