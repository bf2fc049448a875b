#include "base/span.h"

#include <algorithm>

namespace vramlint {

Span Span::cover(const Span& left, const Span& right) {
  if (left.source != right.source) return left;
  return {left.source, std::min(left.begin, right.begin), std::max(left.end, right.end)};
}

}  // namespace vramlint
