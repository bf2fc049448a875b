// What a training program does beside the round of its loop that was followed.
#pragma once

#include <vector>

#include "model/attempt.h"

namespace vramlint::model {

/// What later rounds do otherwise, what is done between two times that the loop is run and once it has ended, and
/// further trainings: those that could be followed to their end.
std::vector<Outcome> follow_later_rounds(const PhaseOf& phase, BuildContext& context, const Attempt& how,
                                         const Outcome& first);

}  // namespace vramlint::model
