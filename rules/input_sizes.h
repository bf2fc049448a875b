// Smaller sizes of the input that are likely to train.
#pragma once

#include <functional>
#include <vector>

#include "rule.h"

namespace vramlint::rules {

/// Of sizes of the input the largest that `fits`: a half, a quarter or an eighth of all numbers, or up to seven steps
/// between that and twice as much, each also in multiples of what all numbers are multiples of, of 32 at most. Empty
/// where none does.
std::vector<Edit> largest_sizes(const std::vector<Span>& numbers,
                                const std::function<bool(const std::vector<Edit>&)>& fits);

}  // namespace vramlint::rules
