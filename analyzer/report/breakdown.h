// What the peak consists of, largest part first, and the bar that shows it.
#pragma once

#include <string>
#include <vector>

#include "base/outcome.h"
#include "report/report.h"

namespace vramlint::report {

struct Part {
  Words name;
  Bytes bytes;
};

/// The breakdown without its zeros, and "cached": what the allocator holds and nobody uses. Sums to the process peak
/// at the point estimate.
std::vector<Part> parts_of(const ConfigOutcome& config);

/// The bar over `width` cells, scaled to the larger of peak and budget, a mark under it where the budget ends, and one
/// line a part. Lines end with a line end.
std::string drawn(const ConfigOutcome& config, const Context& context, size_t width);

/// Whole cells for the parts, in their order, out of `cells` for `scale` bytes: rounded so that their sum is that of
/// the parts, rounded.
std::vector<size_t> shares(const std::vector<Part>& parts, Bytes scale, size_t cells);

}  // namespace vramlint::report
