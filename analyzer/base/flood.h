// Input can be made to say the same thing a hundred thousand times, or one thing in fifty megabytes. Here it is cut to
// what somebody reads: texts to their head, repeats to a count.
#pragma once

#include "base/outcome.h"

namespace vramlint {

/// How many of the same text are listed, at different places; the last one says how many more there are.
inline constexpr size_t kMostRepeats = 50;

/// Findings::sorted() before anything is counted or cut.
std::vector<Finding> distinct(std::vector<Finding> findings);

/// `findings` in their order, those of one rule, config and text together or not.
void stem(std::vector<Finding>& findings);
/// Names, unknowns, assumptions and what was not checked.
void stem(ConfigOutcome& outcome);

}  // namespace vramlint
