// A Markdown page whose fenced blocks are files and commands: rules/README.md says how they are written.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace vramlint::tests {

/// `# error: "text"` at the end of a line of a file.
struct Expectation {
  std::string file;
  int line = 0;
  std::string kind;  ///< error, warning, note, FN or FP
  std::string text;
  std::string rule;  ///< in brackets behind the text: another than the manual's own
};

/// A page says what it wants to be done by one of these headings: its files stand beside those of the first project.
bool is_instead(const std::string& heading);

/// The files that stand under one `## ` heading.
struct Project {
  std::string heading;
  std::map<std::string, std::string> files;
  std::vector<std::string> configs() const;  ///< those to check: under config/ or configs/, `_base_` folders excepted
  std::vector<Expectation> expectations() const;
};

/// `$ command` in a console block, and what stands below it.
struct Command {
  std::string line;
  std::string output;
  std::string folder;  ///< from the last line "In `folder`:" before it, else ""
};

struct Manual {
  std::vector<Project> projects;
  std::vector<Command> commands;
};

Manual parse_manual(const std::string& markdown);

}  // namespace vramlint::tests
