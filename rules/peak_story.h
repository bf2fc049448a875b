// What both rules about the peak tell: what stands in it, and which keys set it.
#pragma once

#include <string>
#include <vector>

#include "rule.h"

namespace vramlint::rules {

/// "31.4 GiB", or "31.4 GiB (30.9 GiB to 32.0 GiB)" when it is not known exactly.
std::string describe(const Interval& size);

/// "GeForce RTX 3090 has 23.7 GiB", with the share of it that may be used when that is not all.
std::string describe_device(const Analysis& analysis);

/// "18.9 GiB are activations of `encoder.attn2` (softmax), 4.2 GiB …": the `count` biggest contributors; "" if none.
std::string describe_top(const Analysis& analysis, size_t count = 3);

/// The value that sets the batch, else the first that sets a size, else the config's start.
Span place_of_peak(const Analysis& analysis);

/// The other keys that set batch and sizes, then the source lines of the biggest contributors.
std::vector<Related> related_places(const Analysis& analysis);

}  // namespace vramlint::rules
