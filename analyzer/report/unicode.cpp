#include "report/unicode.h"

#include <algorithm>
#include <array>

namespace vramlint::report {
namespace {

struct Range {
  char32_t first, last;
};

// Unicode 15: EastAsianWidth W and F, in blocks.
constexpr std::array kWide = {
    Range{0x1100, 0x115F},   Range{0x231A, 0x231B},   Range{0x23E9, 0x23EC},   Range{0x2E80, 0x303E},
    Range{0x3041, 0x4DBF},   Range{0x4E00, 0xA4CF},   Range{0xA960, 0xA97F},   Range{0xAC00, 0xD7A3},
    Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE6F},   Range{0xFF00, 0xFF60},   Range{0xFFE0, 0xFFE6},
    Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF}, Range{0x1F900, 0x1F9FF}, Range{0x20000, 0x3FFFD},
};

// Combining marks, joiners and variation selectors.
constexpr std::array kNarrowest = {
    Range{0x0300, 0x036F}, Range{0x0483, 0x0489}, Range{0x0591, 0x05BD}, Range{0x064B, 0x065F},
    Range{0x0E34, 0x0E3A}, Range{0x1AB0, 0x1AFF}, Range{0x1DC0, 0x1DFF}, Range{0x200B, 0x200D},
    Range{0x20D0, 0x20FF}, Range{0xFE00, 0xFE0F}, Range{0xFE20, 0xFE2F}, Range{0xFEFF, 0xFEFF},
};

// C0 and C1 controls, and the marks that change the direction of text.
constexpr std::array kSteering = {
    Range{0x0000, 0x001F}, Range{0x007F, 0x009F}, Range{0x061C, 0x061C},
    Range{0x200E, 0x200F}, Range{0x2028, 0x202E}, Range{0x2066, 0x2069},
};

template <size_t N>
bool within(const std::array<Range, N>& ranges, char32_t character) {
  return std::any_of(ranges.begin(), ranges.end(),
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

size_t utf16_length(std::string_view text) {
  size_t units = 0;
  while (!text.empty()) units += take_character(text) > 0xFFFF ? 2 : 1;
  return units;
}

int cells(char32_t character) {
  if (character < 0x300) return 1;
  if (within(kNarrowest, character)) return 0;
  return within(kWide, character) ? 2 : 1;
}

size_t cells(std::string_view text) {
  size_t sum = 0;
  while (!text.empty()) sum += static_cast<size_t>(cells(take_character(text)));
  return sum;
}

std::string printable(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const char32_t character = take_character(text);
    const bool blank = character == '\t' || character == '\n' || character == '\r';
    append_utf8(clean, blank ? U' ' : within(kSteering, character) ? U'\uFFFD' : character);
  }
  return clean;
}

std::string_view clipped(std::string_view text, size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
  return text.substr(0, bytes);
}

std::string fitted(std::string_view text, size_t width) {
  const size_t taken = cells(text);
  if (taken <= width) return std::string(text) + std::string(width - taken, ' ');
  std::string start;
  size_t used = 0;
  while (!text.empty()) {
    const char32_t character = take_character(text);
    const auto more = static_cast<size_t>(cells(character));
    if (used + more + 1 > width) break;
    append_utf8(start, character);
    used += more;
  }
  start += "…";
  return start + std::string(width > used + 1 ? width - used - 1 : 0, ' ');
}

}  // namespace vramlint::report
