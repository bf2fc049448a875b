#include "syntax/shell_scanner.h"

namespace vramlint::syntax {

namespace {

bool is_shell_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_shell_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

bool is_shell_name(char c) { return is_shell_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool ShellScanner::take(std::string_view token) {
  if (!is_next(token)) return false;
  at += token.size();
  return true;
}

Span ShellScanner::span_from(size_t begin) const {
  return {&source, static_cast<uint32_t>(begin), static_cast<uint32_t>(std::min(at, text.size()))};
}

void ShellScanner::complain(size_t begin, std::string message) {
  constexpr size_t kMostProblems = 20;
  if (problems.size() < kMostProblems)
    problems.push_back(
        {.kind = ProblemKind::syntax_error, .span = span_from(begin), .message = std::move(message), .related = {}});
}

void ShellScanner::skip_blanks() {
  while (!done()) {
    if (is_shell_blank(peek())) {
      ++at;
    } else if (is_next("\\\n")) {
      at += 2;
    } else if (is_next("\\\r\n")) {
      at += 3;
    } else if (peek() == '\\' && at + 1 == text.size()) {  // bash drops it
      ++at;
    } else if (peek() == '#') {
      const size_t begin = at;
      while (!done() && peek() != '\n') ++at;
      comments.push_back(span_from(begin));
    } else {
      return;
    }
  }
}

void ShellScanner::skip_lines() {
  for (skip_blanks(); !done() && peek() == '\n'; skip_blanks()) end_line();
}

void ShellScanner::end_line() {
  if (take("\n")) skip_heredoc_bodies();
}

void ShellScanner::skip_heredoc_bodies() {
  for (const HereDocument& document : pending) {
    const size_t begin = at;
    bool closed = false;
    while (!done() && !closed) {
      const size_t end = std::min(text.find('\n', at), text.size());
      std::string_view line = text.substr(at, end - at);
      at = std::min(end + 1, text.size());
      if (line.ends_with('\r')) line.remove_suffix(1);
      while (document.indented && line.starts_with('\t')) line.remove_prefix(1);
      closed = line == document.delimiter;
    }
    if (!closed) complain(begin, "the here-document has no end: no line is `" + document.delimiter + "`");
  }
  pending.clear();
}

bool ShellScanner::skip_redirection() {
  size_t digits = 0;
  while (is_shell_digit(peek(digits))) ++digits;
  const size_t begin = at;
  const bool both = digits == 0 && is_next("&>");
  const char c = peek(digits);
  if (!both && c != '<' && c != '>') return false;
  if (!both && peek(digits + 1) == '(') return false;
  at += digits + (both ? 2 : 0);
  const bool here_string = take("<<<");
  const bool here = !here_string && take("<<");
  const bool indented = here && take("-");
  while (!done() && (peek() == '<' || peek() == '>' || peek() == '&' || peek() == '|')) ++at;
  skip_blanks();
  const std::optional<ShellWord> target = word();
  if (!target && peek() != '-') {
    complain(begin, "a redirection must say to or from where");
  } else if (!target) {
    ++at;
  } else if (here) {
    std::string delimiter;
    for (const ShellPart& part : target->parts) delimiter += part.text;
    pending.push_back({delimiter, indented});
  }
  return true;
}

std::optional<ShellAssignment> ShellScanner::assignment() {
  size_t length = 0;
  while (is_shell_name(peek(length))) ++length;
  if (length == 0 || is_shell_digit(peek())) return std::nullopt;
  const bool append = peek(length) == '+' && peek(length + 1) == '=';
  if (!append && peek(length) != '=') return std::nullopt;
  ShellAssignment made{.name = std::string(text.substr(at, length)), .append = append};
  const size_t begin = at;
  at += length;
  made.name_span = span_from(begin);
  at += append ? 2 : 1;
  if (peek() == '(') {
    ++at;
    made.is_array = true;
    for (skip_lines(); !done() && peek() != ')'; skip_lines()) {
      std::optional<ShellWord> item = word();
      if (!item) break;
      made.values.push_back(std::move(*item));
    }
    if (!take(")")) complain(begin, "the array has no closing parenthesis");
  } else {
    const size_t value = at;
    std::optional<ShellWord> single = word();
    made.values.push_back(single ? std::move(*single)
                                 : ShellWord{.parts = {}, .quoted = true, .span = span_from(value)});
  }
  made.span = span_from(begin);
  return made;
}

}  // namespace vramlint::syntax
