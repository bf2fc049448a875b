// Tensors of ours as LibTorch's, and back.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/TensorOptions.h>

#include "graph/shape.h"

namespace vramlint::probes {

c10::Device torch_device();  ///< the chosen one

at::ScalarType scalar_type(graph::Dtype dtype);
/// CHECKs that it is one of ours.
graph::Dtype dtype_of(at::ScalarType type);

at::TensorOptions options_of(graph::Dtype dtype);  ///< on the chosen device

/// A tensor of exactly that layout on a storage of its own: floating point numbers of 0.5, whole numbers of 0 (a valid
/// index everywhere), truths of true.
at::Tensor make_tensor(const graph::TensorType& type);
/// The same over a storage that exists, at the type's own offset.
at::Tensor over_storage(const at::Tensor& base, const graph::TensorType& type);

std::vector<int64_t> sizes_of(const graph::Shape& shape);  ///< at the point

}  // namespace vramlint::probes
