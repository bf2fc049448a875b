// A training program is interpreted from its first line; what one round of its training loop does is the step.
#pragma once

#include "model/attempt.h"

namespace vramlint::model {

/// Of the experiment's first program. The loop is the innermost one in which an optimizer steps; a round of it ends
/// with the iteration in which it does.
Outcome follow_program(const PhaseOf& phase, BuildContext& context, const Attempt& how);

}  // namespace vramlint::model
