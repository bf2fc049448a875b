#include "interp/undefined_names.h"

#include <algorithm>
#include <cctype>

#include "syntax/find_word.h"

namespace vramlint::interp {

namespace {

bool is_part(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// By whom: Python 2's builtins, IPython's and those that tools put among the builtins.
bool is_bound_elsewhere(std::string_view name) {
  constexpr std::string_view kOthers[] = {
      "unicode", "xrange",  "raw_input", "long",        "basestring", "reduce",      "file",
      "unichr",  "cmp",     "apply",     "execfile",    "reload",     "buffer",      "intern",
      "coerce",  "display", "profile",   "get_ipython", "__file__",   "__IPYTHON__", "_"};
  return std::find(std::begin(kOthers), std::end(kOthers), name) != std::end(kOthers);
}

/// Names are put there by their texts.
bool makes_names(std::string_view text) {
  constexpr std::string_view kWays[] = {"import *", "globals(", "locals(",  "vars(",
                                        "exec(",    "eval(",    "__dict__", "setattr("};
  return std::any_of(std::begin(kWays), std::end(kWays),
                     [&](std::string_view way) { return text.find(way) != std::string_view::npos; });
}

std::string_view word_before(std::string_view text) {
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  if (text.empty() || !is_part(text.back())) return text.empty() ? text : text.substr(text.size() - 1);
  size_t begin = text.size();
  while (begin > 0 && is_part(text[begin - 1])) --begin;
  return text.substr(begin);
}

/// `before` and `after`: of the line.
bool may_bind(std::string_view before, std::string_view after) {
  constexpr std::string_view kBinding[] = {"for",    "import",   "as",     "def",  "class",
                                           "global", "nonlocal", "lambda", "case", ","};
  const std::string_view word = word_before(before);
  if (word == ".") return false;
  while (!after.empty() && is_blank(after.front())) after.remove_prefix(1);
  const bool begins_line = word.empty();
  if (after.starts_with("==")) return false;
  if (after.starts_with("=") || after.starts_with(":=") || after.starts_with(",")) return true;
  if (begins_line && !after.empty() && after.front() != '(' && after.front() != '.' && after.front() != '[')
    return true;
  return std::find(std::begin(kBinding), std::end(kBinding), word) != std::end(kBinding);
}

}  // namespace

bool is_bound_nowhere(std::string_view name, const Source& file) {
  constexpr size_t kLargest = 1 << 16;  // each such name is looked for in all of it
  const std::string_view text = file.text();
  if (name.empty() || text.size() > kLargest || is_bound_elsewhere(name) || makes_names(text)) return false;
  for (size_t at = syntax::find_word(text, name); at != std::string_view::npos;
       at = syntax::find_word(text, name, at + 1)) {
    const size_t behind = at + name.size();
    const size_t begin = text.rfind('\n', at) + 1;  // npos + 1: the first line
    const size_t end = std::min(text.find('\n', behind), text.size());
    if (may_bind(text.substr(begin, at - begin), text.substr(behind, end - behind))) return false;
  }
  return true;
}

}  // namespace vramlint::interp
