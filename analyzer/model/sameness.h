// Masks of which every element is the same: which places of a grid are valid where the image fills its batch. What such
// a mask chooses is known, however large it is.
#pragma once

#include "model/bind.h"

namespace vramlint::model {

/// What the operands say of a mask that was made, or filled.
void hand_on_sameness(const Bound& bound, const std::vector<interp::Value>& results);

}  // namespace vramlint::model
