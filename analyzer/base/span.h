// A stretch of a source text.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/source.h"

namespace vramlint {

/// Half-open byte range in `source->text()`. A span without a source means "nowhere in particular".
struct Span {
  const Source* source = nullptr;
  uint32_t begin = 0;
  uint32_t end = 0;

  explicit operator bool() const { return source != nullptr; }
  bool operator==(const Span&) const = default;

  Position start() const { return source ? source->position_of(begin) : Position{}; }
  Position stop() const { return source ? source->position_of(end) : Position{}; }
  std::string_view text() const {
    return source ? std::string_view(source->text()).substr(begin, end - begin) : std::string_view();
  }
  /// The smallest span that covers both; both must be of the same source, else the left one is returned.
  static Span cover(const Span& left, const Span& right);
};

}  // namespace vramlint
