#include "syntax/grammar_gaps.h"

#include <array>

namespace vramlint::syntax {
namespace {

constexpr std::string_view kBlanks = " \t";

bool begins_line(std::string_view text, size_t at) {
  const size_t before = at == 0 ? std::string_view::npos : text.find_last_not_of(kBlanks, at - 1);
  return before == std::string_view::npos || text[before] == '\n' || text[before] == ';';
}

char first_after(std::string_view text, size_t at) {
  const size_t found = text.find_first_not_of(kBlanks, at);
  return found == std::string_view::npos ? '\0' : text[found];
}

/// A star that begins an expression: after a comma, an opening bracket, `=`, or a word that an expression follows.
bool begins_expression(std::string_view text, size_t star) {
  const size_t last = star == 0 ? std::string_view::npos : text.find_last_not_of(kBlanks, star - 1);
  if (last == std::string_view::npos) return false;
  if (std::string_view(",=([{").find(text[last]) != std::string_view::npos) return true;
  constexpr std::array<std::string_view, 3> kWords = {"return", "yield", "in"};
  for (const std::string_view word : kWords) {
    if (text.substr(0, last + 1).ends_with(word)) return true;
  }
  return false;
}

}  // namespace

AdaptedText adapt_text(std::string_view text) {
  constexpr std::string_view kWord = "type";
  AdaptedText adapted;
  for (size_t at = text.find(kWord); at != std::string_view::npos; at = text.find(kWord, at + kWord.size())) {
    if (first_after(text, at + kWord.size()) != '(' || !begins_line(text, at)) continue;
    if (adapted.text.empty()) adapted.text = text;
    adapted.text[at + kWord.size() - 1] = '_';
  }
  return adapted;
}

bool hide_stars(std::string_view text, AdaptedText& adapted) {
  for (size_t at = text.find('*'); at != std::string_view::npos; at = text.find('*', at + 1)) {
    const bool double_star = (at > 0 && text[at - 1] == '*') || (at + 1 < text.size() && text[at + 1] == '*');
    const bool before_literal =
        std::string_view("[({\"'0123456789").find(first_after(text, at + 1)) != std::string_view::npos;
    if (double_star || !before_literal || !begins_expression(text, at)) continue;
    if (adapted.text.empty()) adapted.text = text;
    adapted.text[at] = ' ';
    adapted.hidden_stars.push_back(static_cast<uint32_t>(at));
  }
  return !adapted.hidden_stars.empty();
}

}  // namespace vramlint::syntax
