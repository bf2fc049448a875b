#include "integrations/lsp/positions.h"

#include <algorithm>

namespace vramlint::lsp {
namespace {

/// Of a UTF-8 sequence by its first byte, 1 for what starts none.
size_t bytes_of(unsigned char first) {
  if (first >= 0xF0) return 4;
  if (first >= 0xE0) return 3;
  return first >= 0xC0 ? 2 : 1;
}

/// Characters outside of the basic plane are those of four bytes.
size_t units_of(size_t bytes) { return bytes == 4 ? 2 : 1; }

size_t utf16_length(std::string_view text) {
  size_t units = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t bytes = bytes_of(static_cast<unsigned char>(text[at]));
    units += units_of(bytes);
    at += bytes;
  }
  return units;
}

/// Of the character that holds the unit.
size_t utf16_offset(std::string_view line, size_t units) {
  size_t at = 0;
  while (at < line.size()) {
    const size_t bytes = bytes_of(static_cast<unsigned char>(line[at]));
    if (units < units_of(bytes)) break;
    units -= units_of(bytes);
    at += bytes;
  }
  return std::min(at, line.size());
}

size_t utf8_offset(std::string_view line, size_t bytes) {
  size_t at = std::min(bytes, line.size());
  while (at > 0 && at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0) == 0x80) --at;
  return at;
}

}  // namespace

Positions::Positions(std::string_view text, Unit unit, bool has_mark)
    : text_(text), unit_(unit), has_mark_(has_mark), starts_{0} {
  for (size_t at = text.find_first_of("\r\n"); at != std::string_view::npos; at = text.find_first_of("\r\n", at)) {
    at += text.substr(at).starts_with("\r\n") ? 2 : 1;
    starts_.push_back(at);
  }
}

std::string_view Positions::line(size_t number) const {
  const size_t begin = starts_[number], end = number + 1 < starts_.size() ? starts_[number + 1] : text_.size();
  std::string_view found = text_.substr(begin, end - begin);
  if (number + 1 == starts_.size()) return found;
  found.remove_suffix(found.ends_with("\r\n") ? 2 : 1);
  return found;
}

size_t Positions::mark(size_t line) const {
  if (line > 0 || !has_mark_) return 0;
  return unit_ == Unit::utf8 ? 3 : 1;
}

Place Positions::place_of(size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto number =
      static_cast<size_t>(std::upper_bound(starts_.begin(), starts_.end(), offset) - starts_.begin()) - 1;
  const std::string_view before = line(number).substr(0, offset - starts_[number]);
  const size_t units = unit_ == Unit::utf8 ? before.size() : utf16_length(before);
  return {static_cast<int64_t>(number), static_cast<int64_t>(units + mark(number))};
}

size_t Positions::offset_of(Place place) const {
  if (place.line < 0) return 0;
  if (place.line >= static_cast<int64_t>(starts_.size())) return text_.size();
  const auto number = static_cast<size_t>(place.line);
  const auto given = static_cast<size_t>(std::max<int64_t>(place.character, 0));
  const size_t units = given - std::min(given, mark(number));
  const std::string_view here = line(number);
  return starts_[number] + (unit_ == Unit::utf8 ? utf8_offset(here, units) : utf16_offset(here, units));
}

bool meet(const Range& lhs, const Range& rhs) { return lhs.start <= rhs.end && rhs.start <= lhs.end; }

}  // namespace vramlint::lsp
