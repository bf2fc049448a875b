// Known elements of small host tensors that an operator picks, repeats or puts in order.
#pragma once

#include <optional>
#include <vector>

#include "model/bind.h"

namespace vramlint::model {

/// The elements of the `index`-th result; empty where the operator is none of these or its operands are not known.
std::optional<std::vector<double>> picked(const Bound& bound, const Tensor& result, size_t index);

}  // namespace vramlint::model
