// What ATen's reductions take in global memory where one block a result is too few.
#pragma once

#include <vector>

#include "base/bytes.h"
#include "graph/graph.h"
#include "memory/libraries/platform.h"

namespace vramlint::memory {

struct ReductionBuffers {
  Interval partial, semaphores;
  bool any() const { return partial.high > Bytes(0); }
};

/// `gone`: one per dimension of the input. `accumulator`: bytes that a thread holds of a result.
ReductionBuffers reduction_buffers(const graph::TensorType& input, const std::vector<bool>& gone, int64_t accumulator,
                                   const Platform& platform);

/// Of a reduction's forward. None for other operators.
ReductionBuffers forward_reduction(const graph::Node& node, const Platform& platform);

/// Of summing an incoming gradient down to that of an operand that was broadcast: a bias, a scale, what was expanded.
/// `made`: the operand's.
ReductionBuffers gradient_reduction(const graph::Node& node, int operand, const graph::TensorType& incoming,
                                    const graph::TensorType& made, const Platform& platform);

/// What the gradient of an embedding's table takes beside it: the tokens sorted, and sums of parts.
Interval embedding_gradient(const graph::Node& node, const Platform& platform);

/// Sums of parts of the rows on the way to a layer norm's gradients of weight and bias, and of those the reduction.
struct NormSums {
  Interval weight, bias;
  ReductionBuffers reduction;
};
NormSums norm_gradient(const graph::Node& node, int operand, const Platform& platform);

}  // namespace vramlint::memory
