// Known elements of small host tensors that a mask chooses, and how many it chooses.
#pragma once

#include <optional>
#include <vector>

#include "model/bind.h"

namespace vramlint::model {

/// The elements of the result; empty where the operator is none of these or its operands are not known.
std::optional<std::vector<double>> masked(const Bound& bound, const Tensor& result);

/// How many elements of the mask, or of the operand of nonzero, are true; empty where they are not known.
std::optional<int64_t> chosen_count(const Bound& bound);

}  // namespace vramlint::model
