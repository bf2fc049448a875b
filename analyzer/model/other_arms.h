// Where a branch on what is not known touches tensors one arm is followed. Which arm holds more is seen only at the end
// of the step: one may return early, or leave a smaller model behind. So the step is built with each.
#pragma once

#include "model/attempt.h"

namespace vramlint::model {

/// The phase with the other arms, as far as it can be built with them: alternatives to `first`, which was built `how`.
/// What `first` assumes of those branches is then said otherwise.
std::vector<Outcome> follow_other_arms(const Try& build, Outcome& first, const Attempt& how, BuildContext& context);

}  // namespace vramlint::model
