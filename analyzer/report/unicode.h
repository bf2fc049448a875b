// Characters as terminals and SARIF count them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace vramlint::report {

/// Takes the first character off `text`, which must not be empty. A byte that starts no UTF-8 sequence is U+FFFD.
char32_t take_character(std::string_view& text);
void append_utf8(std::string& text, char32_t character);

/// Code units of the text in UTF-16.
size_t utf16_length(std::string_view text);

/// Terminal cells of a character: 0 for combining marks, 2 for East Asian wide ones, else 1.
int cells(char32_t character);
size_t cells(std::string_view text);

/// The text without what could steer a terminal: control characters and direction overrides become U+FFFD, line ends
/// and tabs a space.
std::string printable(std::string_view text);

/// The longest start of the text of at most `bytes` bytes that cuts no character in two.
std::string_view clipped(std::string_view text, size_t bytes);

/// The text, spaces after it, so that it takes `width` cells; cut with "…" where it is longer.
std::string fitted(std::string_view text, size_t width);

}  // namespace vramlint::report
