// Stages that raise before they train: each is a program of its own, and what the others need is known without it.
#pragma once

#include "analyze.h"

namespace vramlint {

/// The stage, none of whose phases was built, raises what is told as an error of the program.
bool raises_by_itself(const Analysis& analysis, const model::BuildFailure& failure);

Assumption left_out_stage(const model::BuildFailure& failure);

/// An arm was chosen of a branch on what is not known: what is told may lie in the other one only.
bool stands_on_guess(const Analysis& analysis);

/// What the training program was seen to raise explains failures of such stages: the estimate of the others stands.
void settle_raising_stages(Analysis& analysis);

}  // namespace vramlint
