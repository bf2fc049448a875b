// scaled_dot_product_attention by plain operators, where no kernel takes it.
#pragma once

#include <vector>

#include "ops/attention_kernel.h"
#include "ops/program.h"

namespace vramlint::ops {

/// The last `from_end` of the sizes, counted from the end, is another.
inline Shape replaced(Shape shape, size_t from_end, const Dim& dim) {
  shape[shape.size() - from_end] = dim;
  return shape;
}

/// Of the attention map: one number for each query and key.
Shape map_shape(const Call& call);

/// float32 from 2.5 on, for half precision too.
Dtype math_dtype(const Call& call, const TorchProfile& torch);

Saved saves_math(const Call& call, const TorchProfile& torch);
std::vector<Temporary> forward_math(const Call& call, const TorchProfile& torch);
void math_gradients(Program& program, const Call& call, const TorchProfile& torch);

}  // namespace vramlint::ops
