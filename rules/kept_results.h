// What loops keep on the GPU of each of their turns, as rules report it.
#pragma once

#include <vector>

#include "rule.h"

namespace vramlint::rules {

/// Those that are worth telling, each place once: of training loops, or of loops that train nothing.
std::vector<const model::KeptResults*> kept_by_loops(const Analysis& analysis, bool trains);

/// Whether what is kept of an evaluation makes a peak what it is: joined results are there twice, and cached as well.
bool are_most_of(const Analysis& analysis, const Interval& peak);

/// At the first place; the others are related.
void report_kept(const model::KeptResults& kept, Report& report, Words described, std::vector<Words> advice);

}  // namespace vramlint::rules
