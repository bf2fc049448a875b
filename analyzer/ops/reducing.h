// Which dimensions a reduction takes away, and what is left.
#pragma once

#include <string>
#include <vector>

#include "ops/define.h"

namespace vramlint::ops {

struct Reduced {
  std::vector<bool> gone;  ///< one per dimension of the input
  Shape shape;             ///< of the result
  std::string error;
};

/// `dims` an integer list or an integer; None or an empty list: all dimensions.
Reduced reduce(const Call& call, const TensorType& self, size_t dims_arg, bool keepdim);
Reduced reduce_all(const TensorType& self);

/// The gradient of a sum: the incoming one expanded over what was taken away (FunctionsManual.cpp, sum_backward).
TensorType spread(const TensorType& grad, const TensorType& self, const std::vector<bool>& gone);

/// What scatter(self, dim, index, src) refuses: an index of another rank, or wider than self or src. Empty if nothing.
std::string scatter_error(const Call& call);

}  // namespace vramlint::ops
