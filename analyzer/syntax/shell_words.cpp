// Words: quotes, variables and what a command prints.
#include "syntax/shell_scanner.h"

namespace vramlint::syntax {

namespace {

using Kind = ShellPart::Kind;

bool ends_word(char c) {
  return c == '\0' || c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ';' || c == '&' || c == '|' || c == '(' ||
         c == ')' || c == '<' || c == '>';
}

/// A character more of literal text.
void add_text(ShellScanner& scanner, std::vector<ShellPart>& parts, bool quoted, size_t begin, std::string_view text) {
  const bool joins = !parts.empty() && parts.back().kind == Kind::text && parts.back().quoted == quoted;
  if (!joins) {
    parts.push_back({.kind = Kind::text, .quoted = quoted});
    parts.back().span = scanner.span_from(begin);
  }
  parts.back().text += text;
  parts.back().span.end = scanner.span_from(begin).end;
}

}  // namespace

std::optional<ShellWord> ShellScanner::word() {
  ShellWord made;
  const size_t begin = at;
  while (!done() && (!ends_word(peek()) || ((peek() == '<' || peek() == '>') && peek(1) == '('))) {
    if (peek() == '<' || peek() == '>') {
      opaque(made.parts, at, ")");
      continue;
    }
    made.quoted = made.quoted || peek() == '\'' || peek() == '"';
    if (!one_part(made.parts, false, "")) break;
  }
  if (at == begin) return std::nullopt;
  made.span = span_from(begin);
  return made;
}

/// False at the closing `stop`.
bool ShellScanner::one_part(std::vector<ShellPart>& parts, bool quoted, std::string_view stop) {
  if (!stop.empty() && is_next(stop)) return false;
  const size_t begin = at;
  const char c = peek();
  if (c == '$') {
    dollar(parts, quoted);
  } else if (c == '`') {
    backticks(parts, quoted);
  } else if (c == '\'' && !quoted) {
    single_quoted(parts);
  } else if (c == '"' && stop != "\"") {
    double_quoted(parts);
  } else if (c == '\\') {
    const bool line_end = peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n');
    const size_t length = line_end ? (peek(1) == '\n' ? 2 : 3) : (at + 1 < text.size() ? 2 : 1);
    const bool kept = quoted && std::string_view("$`\"\\").find(peek(1)) == std::string_view::npos;
    const std::string_view taken = text.substr(at, length);
    at += length;
    if (!line_end) add_text(*this, parts, quoted, begin, kept ? taken : taken.substr(taken.size() > 1 ? 1 : 0));
  } else {
    ++at;
    add_text(*this, parts, quoted, begin, text.substr(begin, 1));
  }
  return true;
}

void ShellScanner::single_quoted(std::vector<ShellPart>& parts) {
  const size_t begin = at++;
  const size_t end = text.find('\'', at);
  if (end == std::string_view::npos) {
    at = text.size();
    return complain(begin, "the quotation has no end");
  }
  const size_t inner = at;
  at = end;
  add_text(*this, parts, true, inner, text.substr(inner, end - inner));
  ++at;
}

void ShellScanner::double_quoted(std::vector<ShellPart>& parts) {
  const size_t begin = at++;
  while (!done() && one_part(parts, true, "\"")) {
  }
  if (!take("\"")) complain(begin, "the quotation has no end");
}

std::string ShellScanner::parameter_name() {
  const size_t begin = at;
  if (std::string_view("@*#?$!-").find(peek()) != std::string_view::npos && !done()) {
    ++at;
  } else if (peek() >= '0' && peek() <= '9') {
    while (peek() >= '0' && peek() <= '9') ++at;
  } else {
    while (is_shell_name(peek())) ++at;
  }
  return std::string(text.substr(begin, at - begin));
}

void ShellScanner::dollar(std::vector<ShellPart>& parts, bool quoted) {
  const size_t begin = at++;
  if (is_next("((")) return opaque(parts, begin, "))");
  if (peek() == '(') return command_substitution(parts, quoted, begin);
  if (peek() == '{') return braced(parts, quoted, begin);
  if (peek() == '\'' && !quoted) return single_quoted(parts);
  const bool single_digit = peek() >= '0' && peek() <= '9';
  std::string name = single_digit ? std::string(1, peek()) : parameter_name();
  if (single_digit) ++at;
  if (name.empty()) return add_text(*this, parts, quoted, begin, "$");
  parts.push_back({.kind = Kind::parameter, .text = std::move(name), .quoted = quoted, .span = span_from(begin)});
}

/// ${name}, ${name[index]}, ${name:-word}; others are opaque.
void ShellScanner::braced(std::vector<ShellPart>& parts, bool quoted, size_t begin) {
  ++at;
  ShellPart made{.kind = Kind::parameter, .quoted = quoted};
  made.text = is_next("#}") || peek() != '#' ? parameter_name() : "";
  if (made.text.empty() || depth >= kMaxShellDepth) return opaque(parts, begin, "}");
  ++depth;
  if (peek() == '[') {
    const size_t close = std::min(text.find(']', at), text.size());
    made.text += text.substr(at, close + 1 - at);
    at = std::min(close + 1, text.size());
  }
  constexpr std::string_view kOperations[] = {":-", ":=", ":+", ":?", "%%", "##", "//", "-", "=", "+",
                                              "?",  "%",  "#",  "/",  "^^", ",,", "^",  ",", ":", "@"};
  for (const std::string_view operation : kOperations) {
    if (take(operation)) {
      made.operation = operation;
      break;
    }
  }
  while (!done() && peek() != '}') one_part(made.argument, quoted, "}");
  --depth;
  if (!take("}")) return complain(begin, "`${` has no closing brace");
  made.span = span_from(begin);
  parts.push_back(std::move(made));
}

void ShellScanner::command_substitution(std::vector<ShellPart>& parts, bool quoted, size_t begin) {
  ++at;
  ShellPart made{.kind = Kind::command, .quoted = quoted};
  made.body = std::make_shared<const ShellBody>(parse_shell_body(*this, {}));
  if (!take(")")) return complain(begin, "`$(` has no closing parenthesis");
  made.span = span_from(begin);
  parts.push_back(std::move(made));
}

/// Their inside is taken as text: a comment in backticks, the customary way of noting an option, expands to nothing.
void ShellScanner::backticks(std::vector<ShellPart>& parts, bool quoted) {
  const size_t begin = at++;
  while (!done() && peek() != '`') at += peek() == '\\' ? 2 : 1;
  const size_t inner = begin + 1, end = std::min(at, text.size());
  if (!take("`")) {
    at = text.size();
    return complain(begin, "the backquote has no end");
  }
  std::string_view inside = text.substr(inner, end - inner);
  const size_t first = inside.find_first_not_of(" \t");
  const bool nothing = first == std::string_view::npos || inside[first] == '#';
  ShellPart made{.kind = nothing ? Kind::command : Kind::opaque, .text = std::string(inside), .quoted = quoted};
  if (nothing) made.body = std::make_shared<const ShellBody>();
  made.span = span_from(begin);
  parts.push_back(std::move(made));
}

/// Up to the closing token that stands outside of brackets opened after `begin`.
void ShellScanner::opaque(std::vector<ShellPart>& parts, size_t begin, std::string_view close) {
  const char open = close[0] == ')' ? '(' : '{';
  int level = 0;
  for (; !done(); ++at) {
    if (peek() == open) ++level;
    if (peek() == close[0] && --level <= 0) {
      ++at;
      break;
    }
    if (peek() == '\n' && close[0] == '}') break;
  }
  parts.push_back(
      {.kind = Kind::opaque, .text = std::string(text.substr(begin, at - begin)), .span = span_from(begin)});
}

}  // namespace vramlint::syntax
