// A step that the user has written as a Python function: GANs, teachers, averaged copies.
#pragma once

#include "model/step.h"

namespace vramlint::model {

/// Calls the function of `phase` with those of cfg, model, state, inputs, targets and the parts of model and state that
/// its parameters name. Writes the step's events. Throws Failed.
/// Says that nothing is trained.
bool says_untrained(const Unknown& unknown);

void run_written_step(StepParts& parts, const config::Phase& phase, const interp::Value& state,
                      const std::vector<InputShape>& inputs);

}  // namespace vramlint::model
