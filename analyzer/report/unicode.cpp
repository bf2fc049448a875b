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

template <size_t N>
bool within(const std::array<Range, N>& ranges, char32_t character) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](Range range) { return range.first <= character && character <= range.last; });
}

}  // namespace

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

std::string padded(std::string_view text, size_t width) {
  const size_t taken = cells(text);
  return std::string(text) + std::string(taken < width ? width - taken : 0, ' ');
}

std::string fitted(std::string_view text, size_t width) {
  const size_t taken = cells(text);
  if (taken <= width) return padded(text, width);
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
