// Where elements lie: memory formats, broadcasting, and the layout that elementwise kernels give their result.
#pragma once

#include <string>
#include <vector>

#include "ops/define.h"

namespace vramlint::ops {

TensorType channels_last(Dtype dtype, Shape shape);  ///< rank 4 or 5, else contiguous
/// Tensor.suggest_memory_format() is channels last: strides of that order, c10/core/MemoryFormat.h (1.13 to 2.7).
bool suggests_channels_last(const TensorType& type);
/// Tensor.is_contiguous() in one of the two formats: strides of dimensions of size 1 do not count
/// (c10/core/TensorImpl.h, compute_channels_last_contiguous_2d, 1.13 to 2.11). So a filter of one channel a group lies
/// in both.
bool lies_in_format(const TensorType& type, bool last);
/// A fresh tensor of that shape in the format suggested by `like`.
TensorType suggested(const TensorType& like, Dtype dtype, Shape shape);

struct Broadcast {
  Shape shape;
  graph::Refusal error;  ///< torch's message; then no shape
};
Broadcast broadcast(const Shape& left, const Shape& right);
Broadcast broadcast(const std::vector<TensorType>& types);

/// A fresh result of TensorIterator: broadcast `shape` laid out as the operands agree on.
TensorType elementwise(Dtype dtype, const Shape& shape, const std::vector<TensorType>& operands);

/// torch.result_type over tensors and plain numbers; anything else among the arguments is skipped.
Dtype result_type(const Call& call, std::vector<size_t> args);

bool same_sizes(const Shape& left, const Shape& right);  ///< at the point
/// Whether nothing rules out that they are the same.
bool may_be_same(const Dim& left, const Dim& right);
bool may_be_same(const Shape& left, const Shape& right);
/// Sizes that are surely not the same; a dimension counts from the end where it is negative.
bool differ(const TensorType& left, int64_t dim, const TensorType& right, int64_t other_dim);

}  // namespace vramlint::ops
