// What could not be known statically. It travels on and is listed to the user; it is never counted as zero.
#pragma once

#include <string>

#include "base/span.h"

namespace vramlint {

struct Unknown {
  std::string reason;  ///< a sentence naming what is missing and what would settle it
  Span span;
  bool operator==(const Unknown&) const = default;
};

/// A choice made where the source left one open; listed beside the estimate.
struct Assumption {
  std::string text;
  Span span;
  bool operator==(const Assumption&) const = default;
};

}  // namespace vramlint
