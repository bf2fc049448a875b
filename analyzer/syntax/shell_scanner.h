// A place in the text of a shell script, and the words that begin there; private to this room.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "syntax/shell.h"

namespace vramlint::syntax {

struct ShellScanner {
  explicit ShellScanner(const Source& s) : source(s), text(s.text()) {}

  const Source& source;
  std::string_view text;
  size_t at = 0;
  int depth = 0;
  std::vector<Problem> problems;
  std::vector<Span> comments;  ///< those that were read past, some twice
  /// Delimiters of here-documents whose bodies follow the running line; `indented`: <<-.
  struct HereDocument {
    std::string delimiter;
    bool indented = false;
  };
  std::vector<HereDocument> pending;

  bool done() const { return at >= text.size(); }
  char peek(size_t ahead = 0) const { return at + ahead < text.size() ? text[at + ahead] : '\0'; }
  bool is_next(std::string_view token) const { return text.substr(std::min(at, text.size())).starts_with(token); }
  bool take(std::string_view token);
  Span span_from(size_t begin) const;
  void complain(size_t begin, std::string message);

  void skip_blanks();       ///< blanks, escaped line ends and a comment, up to the line's end
  void skip_lines();        ///< likewise, and line ends
  void end_line();          ///< past a line end and the here-documents it begins
  bool skip_redirection();  ///< past `2>/dev/null`, `<<EOF`; false if none begins here

  std::optional<ShellWord> word();  ///< empty where none begins
  /// `name=value` or `name=(…)` if the text goes on so.
  std::optional<ShellAssignment> assignment();

 private:
  void single_quoted(std::vector<ShellPart>& parts);
  void double_quoted(std::vector<ShellPart>& parts);
  bool one_part(std::vector<ShellPart>& parts, bool quoted, std::string_view stop);
  void dollar(std::vector<ShellPart>& parts, bool quoted);
  void braced(std::vector<ShellPart>& parts, bool quoted, size_t begin);
  void command_substitution(std::vector<ShellPart>& parts, bool quoted, size_t begin);
  void backticks(std::vector<ShellPart>& parts, bool quoted);
  void opaque(std::vector<ShellPart>& parts, size_t begin, std::string_view close);
  std::string parameter_name();
  void skip_heredoc_bodies();
};

/// Letters, digits and underscores.
bool is_shell_name(char c);

/// Commands up to one of the words in `ends` or a closing parenthesis, which are not taken.
ShellBody parse_shell_body(ShellScanner& scanner, std::initializer_list<std::string_view> ends);

}  // namespace vramlint::syntax
