// Elementwise operators of two tensors, or of a tensor and a number, in schema positions 0 and 1.
#pragma once

#include "ops/layout.h"

namespace vramlint::ops {

enum class Result : uint8_t { promoted, floating, boolean };

bool is_tensor(const Call& call, size_t arg);  ///< not a number
std::vector<TensorType> paired_tensors(const Call& call);
Dtype paired_dtype(const Call& call, Result result);

Inferred infer_pair(const Call& call, Result result);
Inferred infer_pair_in_place(const Call& call, Result result);

template <Result result>
Inferred infer_paired(const Call& call) {
  return infer_pair(call, result);
}

template <Result result>
Inferred infer_paired_in_place(const Call& call) {
  return infer_pair_in_place(call, result);
}

}  // namespace vramlint::ops
