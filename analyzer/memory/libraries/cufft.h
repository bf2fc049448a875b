// The work area of a Fourier transform.
#pragma once

#include <optional>

#include "graph/graph.h"
#include "memory/libraries/platform.h"

namespace vramlint::memory {

/// `asked`: the bounds that cuFFT's documentation states. Empty for what is no transform.
std::optional<Interval> transform_work_area(const graph::Node& node, bool backward, const Interval& asked,
                                            const Platform& platform);

}  // namespace vramlint::memory
