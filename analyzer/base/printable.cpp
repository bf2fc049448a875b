#include "base/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace vramlint {
namespace {

struct Range {
  char32_t first, last;
};

// Unicode 15: C0 and C1 controls, and what shows nothing or changes how what follows it is shown: direction marks and
// overrides, joiners, line separators, byte-order mark, annotations, tags.
constexpr std::array kSteering = {
    Range{0x0000, 0x001F}, Range{0x007F, 0x009F}, Range{0x00AD, 0x00AD},   Range{0x061C, 0x061C},
    Range{0x180E, 0x180E}, Range{0x200B, 0x200F}, Range{0x2028, 0x202E},   Range{0x2060, 0x206F},
    Range{0xFEFF, 0xFEFF}, Range{0xFFF9, 0xFFFB}, Range{0xE0000, 0xE007F},
};

bool steers(char32_t character) {
  return std::any_of(kSteering.begin(), kSteering.end(),
                     [&](Range range) { return range.first <= character && character <= range.last; });
}

/// What a first byte promises: how many bytes follow, its payload, and the range that the second byte must lie in.
struct Lead {
  int following;
  char32_t bits;
  unsigned char low = 0x80, high = 0xBF;
};

Lead lead_of(unsigned char byte) {
  if (byte < 0x80) return {0, byte};
  if (byte >= 0xC2 && byte < 0xE0) return {1, byte & 0x1FU};
  if (byte >= 0xE0 && byte < 0xF0) {
    const unsigned char low = byte == 0xE0 ? 0xA0 : 0x80, high = byte == 0xED ? 0x9F : 0xBF;
    return {2, byte & 0x0FU, low, high};
  }
  if (byte >= 0xF0 && byte < 0xF5) {
    const unsigned char low = byte == 0xF0 ? 0x90 : 0x80, high = byte == 0xF4 ? 0x8F : 0xBF;
    return {3, byte & 0x07U, low, high};
  }
  return {-1, 0xFFFD};
}

std::string escape_of(char32_t character) {
  if (character == '\n') return "\\n";
  if (character == '\r') return "\\r";
  if (character == '\t') return "\\t";
  const auto number = static_cast<uint32_t>(character);
  if (number < 0x100) return fmt::format("\\x{:02x}", number);
  return number < 0x10000 ? fmt::format("\\u{:04x}", number) : fmt::format("\\U{:08x}", number);
}

std::string json_escape_of(char32_t character) {
  const auto number = static_cast<uint32_t>(character);
  if (number < 0x10000) return fmt::format("\\u{:04x}", number);
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD7C0 + (number >> 10U), 0xDC00 + (number & 0x3FFU));
}

bool is_blank(char32_t character) { return character == '\t' || character == '\n' || character == '\r'; }

/// `plain` gives the letter that stands for a character that steers, or NUL: an escape does.
template <typename Plain>
std::string escaped(std::string_view text, Plain plain) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const char32_t character = take_character(text);
    if (!steers(character)) {
      append_utf8(clean, character);
    } else if (const char letter = plain(character); letter != '\0') {
      clean += letter;
    } else {
      clean += escape_of(character);
    }
  }
  return clean;
}

}  // namespace

// As the WHATWG's decoder: the longest start of a valid sequence that breaks off becomes one U+FFFD.
char32_t take_character(std::string_view& text) {
  Lead lead = lead_of(static_cast<unsigned char>(text[0]));
  char32_t character = lead.bits;
  size_t used = 1;
  for (int i = 0; i < lead.following; ++i, ++used) {
    const auto byte = used < text.size() ? static_cast<unsigned char>(text[used]) : static_cast<unsigned char>(0);
    if (byte < lead.low || byte > lead.high) {
      character = 0xFFFD;
      break;
    }
    character = character << 6U | (byte & 0x3FU);
    lead.low = 0x80, lead.high = 0xBF;
  }
  text.remove_prefix(used);
  return character;
}

void append_utf8(std::string& text, char32_t character) {
  const auto put = [&](char32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (character < 0x80) return put(character);
  if (character < 0x800) {
    put(0xC0U | character >> 6U);
  } else if (character < 0x10000) {
    put(0xE0U | character >> 12U);
    put(0x80U | (character >> 6U & 0x3FU));
  } else {
    put(0xF0U | character >> 18U);
    put(0x80U | (character >> 12U & 0x3FU));
    put(0x80U | (character >> 6U & 0x3FU));
  }
  put(0x80U | (character & 0x3FU));
}

std::string printable(std::string_view text) {
  return escaped(text, [](char32_t character) { return is_blank(character) ? ' ' : '\0'; });
}

std::string printable_name(std::string_view text) {
  return escaped(abridged(text), [](char32_t) { return '\0'; });
}

std::string printable_lines(std::string_view text) {
  return escaped(text, [](char32_t character) {
    return character == '\n' || character == '\t' ? static_cast<char>(character) : '\0';
  });
}

std::string printable_json(std::string_view json) {
  const auto plain = [](char c) { return c != '#' && c >= 0 && c < 0x7F; };
  std::string clean;
  clean.reserve(json.size());
  while (!json.empty()) {
    const auto stretch = std::find_if_not(json.begin(), json.end(), plain) - json.begin();
    clean += json.substr(0, static_cast<size_t>(stretch));
    json.remove_prefix(static_cast<size_t>(stretch));
    if (json.empty()) break;
    const char32_t character = take_character(json);
    const bool begins_command = character == '#' && clean.ends_with('#') && json.starts_with('[');
    if (begins_command || (character >= 0x7F && steers(character))) {
      clean += json_escape_of(character);
    } else {
      append_utf8(clean, character);
    }
  }
  return clean;
}

std::string_view clipped(std::string_view text, size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
  return text.substr(0, bytes);
}

std::string abridged(std::string_view text) {
  if (text.size() <= kLongestMessage) return std::string(text);
  const std::string_view head = clipped(text, kLongestMessage);
  return fmt::format("{}… ({} bytes more)", head, text.size() - head.size());
}

}  // namespace vramlint
