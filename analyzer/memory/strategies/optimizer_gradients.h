// The gradient as an optimizer's update sees it: .grad itself, or what maximizing and weight decay make of it.
#pragma once

#include <vector>

#include "memory/strategies/optimizer.h"

namespace vramlint::memory {

/// One parameter's, in the loop of a for-loop implementation: nothing while it is .grad itself. `gradient` holds that
/// of the parameter before; `rebound`: the loop variable is set to .grad first, which lets that one go.
void take_gradient(OptimizerPlay& play, const Trained& parameter, bool decays, bool rebound, StorageRef& gradient);

enum class Decay : uint8_t {
  none,
  in_place_first,  ///< 1.13 adds to .grad in place
  always_made,     ///< 1.13 makes new gradients as 2.0 does
};

/// Those of all parameters, in a foreach implementation. [2.0] makes new ones for each of the two terms; [2.1] and
/// later add weight decay in place where maximizing has made new ones (torch/optim [1.13.1], [2.0], [2.4];
/// pytorch/pytorch#104898 and those after it, of July 2023).
TensorTuple take_gradients(OptimizerPlay& play, Decay decay);

}  // namespace vramlint::memory
