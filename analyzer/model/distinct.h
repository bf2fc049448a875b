// How many different values the whole numbers of a tensor have at most: what argmax gives of 93 columns, and what is
// written, picked and shifted of it, takes 93. So what unique finds of it is no more, and a loop over that is bounded.
#pragma once

#include "model/bind.h"

namespace vramlint::model {

/// Of what the call makes, or of the tensor that it writes to: asked before it is done.
std::optional<int64_t> most_distinct(const Bound& bound);

/// Says so of the results.
void bound_distinct(const Bound& bound, std::optional<int64_t> most, const std::vector<interp::Value>& results);

}  // namespace vramlint::model
