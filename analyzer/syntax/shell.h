// Shell scripts as launch scripts are written: sh and bash, as far as they set variables, branch and start programs.
//
// Never fails: what cannot be parsed is a problem, and the rest still is parsed. Arithmetic, process substitution and
// the like stay text that nobody understands. Here-documents and redirections are read past. Nesting deeper than
// kMaxShellDepth is a too_complex problem.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "syntax/problem.h"

namespace vramlint::syntax {

struct ShellCommand;
using ShellBody = std::vector<ShellCommand>;

inline constexpr int kMaxShellDepth = 60;

/// A stretch of a word that expands in one way.
struct ShellPart {
  enum class Kind : uint8_t {
    text,       ///< itself, quotes and backslashes gone
    parameter,  ///< $name, ${name} or ${name:-word}
    command,    ///< $(…) or `…`: what it prints
    opaque,     ///< $((…)), ${!name} and the like
  } kind = Kind::text;
  std::string text;  ///< of a parameter its name, "1", "@", "#", …; with an index "name[0]", "name[@]"
  bool quoted = false;
  std::string operation;                  ///< of ${name:-word}: ":-"; empty for a plain parameter
  std::vector<ShellPart> argument;        ///< the word of ${name:-word}
  std::shared_ptr<const ShellBody> body;  ///< of a command
  Span span;                              ///< without quotes
};

struct ShellWord {
  std::vector<ShellPart> parts;  ///< none: an empty string, where it is quoted
  bool quoted = false;           ///< at least a part of it
  Span span;
};

struct ShellAssignment {
  std::string name;
  Span name_span;
  bool append = false;            ///< name+=value
  bool is_array = false;          ///< name=(…)
  std::vector<ShellWord> values;  ///< of a scalar: one
  Span span;
};

/// `A=1 export B=2 python train.py`: assignments also where the command declares variables.
struct ShellSimple {
  std::vector<ShellAssignment> assignments;
  std::vector<ShellWord> words;
};
struct ShellIf {
  struct Arm {
    ShellBody condition, body;
  };
  std::vector<Arm> arms;
  ShellBody otherwise;
};
struct ShellCase {
  struct Arm {
    std::vector<ShellWord> patterns;
    ShellBody body;
  };
  ShellWord subject;
  std::vector<Arm> arms;
};
struct ShellFor {
  std::string variable;
  bool over_arguments = false;  ///< no `in`: over "$@"
  std::vector<ShellWord> words;
  ShellBody body;
};
struct ShellWhile {
  bool until = false;
  ShellBody condition, body;
};
struct ShellFunction {
  std::string name;
  std::shared_ptr<const ShellBody> body;
};
/// { …; } or ( … )
struct ShellGroup {
  ShellBody body;
  bool subshell = false;
};

struct ShellCommand {
  enum class Joint : uint8_t { next, and_then, or_else, pipe } joint = Joint::next;  ///< to the command before
  bool negated = false;
  Span span;
  std::variant<ShellSimple, ShellIf, ShellCase, ShellFor, ShellWhile, ShellFunction, ShellGroup> node;
};

struct ShellScript {
  const Source* source = nullptr;
  ShellBody body;
  std::vector<Problem> problems;
  std::vector<Span> comments;  ///< in order of the text, each to its line's end
};

ShellScript parse_shell(const Source& source);

}  // namespace vramlint::syntax
