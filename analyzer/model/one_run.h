// A training program is interpreted from its first line; what one round of its training loop does is the step.
#pragma once

#include "model/attempt.h"
#include "model/rounds.h"

namespace vramlint::model {

/// Training loops that were found, by what the search went by.
struct FoundLoops {
  struct Found {
    interp::Supposed supposed;
    bool starts_afresh;
    TrainingLoop loop;
    std::optional<std::vector<std::string>> absent;  ///< as LoopSearch has it, and what follows
    bool works_behind;
    std::vector<TrainingLoop> further;
  };
  std::vector<Found> all;
};

/// What later rounds do otherwise than the one that was followed, and what is done between two times that the loop is
/// run: those of the phases that could be followed to their end.
std::vector<Outcome> follow_later_rounds(const PhaseOf& phase, BuildContext& context, const Attempt& how,
                                         const Outcome& first);

/// Of the experiment's first program. The loop is the innermost one in which an optimizer steps; a round of it ends
/// with the iteration in which it does.
/// `loops`: of the same phase; which arm of a branch is taken is nothing to the search.
Outcome follow_program(const PhaseOf& phase, BuildContext& context, const Attempt& how, FoundLoops& loops);

}  // namespace vramlint::model
