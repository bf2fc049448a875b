// A training program is interpreted from its first line; what one round of its training loop does is the step.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/attempt.h"

namespace vramlint::model {

/// Training loops of a program, by what the search went by.
struct FoundLoops {
  struct Found {
    FoundLoop loop;
    std::optional<std::vector<std::string>> absent;  ///< as LoopSearch has it
  };
  std::vector<Found> all;
};

/// Of the experiment's first program. The loop is the innermost one in which an optimizer steps; a round of it ends
/// with the iteration in which it does.
/// `loops`: of the same phase; which arm of a branch is taken is nothing to the search.
Outcome follow_program(const PhaseOf& phase, BuildContext& context, const Attempt& how, FoundLoops& loops);

}  // namespace vramlint::model
