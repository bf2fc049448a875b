// What the caching allocator reserves for the same requests under other settings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rule.h"

namespace vramlint::rules {

struct ReservedBy {
  std::string phase;
  Span place;       ///< where; may be nowhere
  Bytes allocated;  ///< the peak
  Bytes as_set, by_default;
  std::optional<Bytes> expandable;  ///< none where this release has no expandable segments, or they are set
};

/// Per phase that has settings, or has none; on a device without an end, of the point's requests.
std::vector<ReservedBy> reserved_by_settings(const Analysis& analysis, bool set);

/// The peak with expandable segments, where that fits the device and leaves the share `spare` free. Empty where they
/// are set already, are not to be had, or where it is not known whether the step fits.
std::optional<FixEffect> with_expandable_segments(const Analysis& analysis, double spare);

}  // namespace vramlint::rules
