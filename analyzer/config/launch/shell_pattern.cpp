#include "config/launch/shell_run.h"

namespace vramlint::config {

namespace {

/// The bracket expression at pattern[at] against one character; `at` moves past it.
bool bracket_matches(std::string_view pattern, size_t& at, char c) {
  const size_t close = pattern.find(']', at + 2);
  if (close == std::string_view::npos) return pattern[at++] == c;
  std::string_view inside = pattern.substr(at + 1, close - at - 1);
  at = close + 1;
  const bool inverted = inside[0] == '!' || inside[0] == '^';
  if (inverted) inside.remove_prefix(1);
  bool found = false;
  for (size_t i = 0; i < inside.size(); ++i) {
    const bool range = i + 2 < inside.size() && inside[i + 1] == '-';
    found = found || (range ? inside[i] <= c && c <= inside[i + 2] : inside[i] == c);
    if (range) i += 2;
  }
  return found != inverted;
}

/// Whether one element of the pattern takes one character; `at` moves past it.
bool one_matches(std::string_view pattern, size_t& at, char c) {
  if (pattern[at] == '[') return bracket_matches(pattern, at, c);
  const char wanted = pattern[at++];
  return wanted == '?' || wanted == c;
}

}  // namespace

bool shell_pattern_matches(std::string_view pattern, std::string_view text) {
  size_t p = 0, t = 0, star = std::string_view::npos, after_star = 0;
  while (t < text.size()) {
    size_t next = p;
    if (p < pattern.size() && pattern[p] == '*') {
      star = ++p;
      after_star = t;
    } else if (p < pattern.size() && one_matches(pattern, next, text[t])) {
      p = next;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star;
      t = ++after_star;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace vramlint::config
