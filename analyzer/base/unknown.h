// What could not be known statically. It travels on and is listed to the user; it is never counted as zero.
#pragma once

#include <cstdint>
#include <string>

#include "base/span.h"

namespace vramlint {

/// What knowing it would do to the figures.
enum class Pull : uint8_t {
  up,      ///< they are lower bounds
  either,  ///< they are no bounds
};

struct Unknown {
  std::string reason;  ///< a sentence naming what is missing and what would settle it
  Span span;
  Pull pull = Pull::up;
  bool operator==(const Unknown&) const = default;
};

/// A choice made where the source left one open; listed beside the estimate.
struct Assumption {
  std::string text;
  Span span;
  bool operator==(const Assumption&) const = default;
};

}  // namespace vramlint
