// Texts of the user's files and command line on their way out. Whatever is printed goes through one of these, by
// format; what they leave can neither steer a terminal nor be taken for something of ours.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace vramlint {

/// Takes the first character off `text`, which must not be empty. A byte that starts no UTF-8 sequence is U+FFFD.
char32_t take_character(std::string_view& text);
void append_utf8(std::string& text, char32_t character);

/// A sentence for a terminal, on one line: control characters, direction marks and what shows nothing become visible
/// escapes (`\x1b`, `\u202e`), line ends and tabs a space.
std::string printable(std::string_view text);
/// A name or path: line ends and tabs are escapes too. Abridged.
std::string printable_name(std::string_view text);
/// A text of several lines: line ends and tabs stay.
std::string printable_lines(std::string_view text);
/// A JSON document: the same data, with JSON's own escapes for what would steer a terminal or a runner that shows it.
std::string printable_json(std::string_view json);

/// The longest start of the text of at most `bytes` bytes that cuts no character in two.
std::string_view clipped(std::string_view text, size_t bytes);

/// What one message may take, in bytes.
inline constexpr size_t kLongestMessage = 4000;
/// The text's head, and how much was cut off, where it is longer than that. For where a text becomes a message.
std::string abridged(std::string_view text);

}  // namespace vramlint
