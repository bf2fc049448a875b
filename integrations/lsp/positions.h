// Places in a text as the protocol counts them: lines from 0, ended by LF, CRLF or CR, and characters of a line in the
// units that client and server have agreed upon.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vramlint::lsp {

enum class Unit : uint8_t { utf8, utf16 };

struct Place {
  int64_t line = 0;
  int64_t character = 0;
  auto operator<=>(const Place&) const = default;
};

struct Range {
  Place start, end;
  bool operator==(const Range&) const = default;
};

/// Of one text, which must outlive it.
class Positions {
 public:
  /// `has_mark`: the client's text has a byte-order mark before this one, which is a character of its first line.
  Positions(std::string_view text, Unit unit, bool has_mark = false);

  Place place_of(size_t offset) const;  ///< the text's end, where it lies behind
  size_t offset_of(Place place) const;  ///< behind a line's end: its end; behind the last line: the text's end

 private:
  std::string_view line(size_t number) const;  ///< without its end
  size_t mark(size_t line) const;              ///< units that the byte-order mark takes

  std::string_view text_;
  Unit unit_;
  bool has_mark_;
  std::vector<size_t> starts_;
};

/// Whether the ranges share a place.
bool meet(const Range& lhs, const Range& rhs);

}  // namespace vramlint::lsp
