// Tensors seen anew: the types of views, and whether a view is possible at all.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ops/define.h"

namespace vramlint::ops {

TensorType permuted(const TensorType& type, const std::vector<int64_t>& order);
std::vector<int64_t> inverse(const std::vector<int64_t>& order);
/// The type with its dimension `dim` removed, or one of size 1 put in before it.
TensorType without(const TensorType& type, int64_t dim);
TensorType with_single(const TensorType& type, int64_t dim);
/// Tensor.expand: sizes already resolved; the broadcast dimensions get stride 0.
TensorType expanded(const TensorType& type, const Shape& shape);
/// `count` elements of dimension `dim` from `start`, `step` apart.
TensorType narrowed(const TensorType& type, int64_t dim, int64_t start, const Dim& count, int64_t step = 1);

/// Tensor.view: empty where the strides do not allow it (aten/src/ATen/TensorUtils.cpp, computeStride, 1.13 to 2.7).
std::optional<TensorType> viewed(const TensorType& type, const Shape& shape);

struct Resolved {
  Shape shape;
  std::string error;  ///< torch's message; then no shape
};
/// Sizes with at most one -1, resolved against the tensor; bounds of its dimensions are carried over. A size that was
/// given with a source keeps it; any other comes from the dimensions whose elements it takes up.
Resolved resolve_sizes(const TensorType& type, const Shape& sizes);

}  // namespace vramlint::ops
