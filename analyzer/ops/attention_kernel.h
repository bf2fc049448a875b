// Which kernel CUDA chooses for scaled_dot_product_attention; ops/attention.cpp says what each takes and keeps.
#pragma once

#include "ops/declare.h"

namespace vramlint::ops {

/// In the order in which they are tried (aten/src/ATen/native/transformers/cuda/sdp_utils.cpp, 2.0 to 2.7; cuDNN as
/// measured with 2.11).
enum class AttentionKernel : uint8_t { cudnn, flash, efficient, math };

inline bool is_half(Dtype dtype) { return dtype == Dtype::float16 || dtype == Dtype::bfloat16; }
inline bool has_mask(const Call& call) { return !call.is_none(3); }
inline bool has_dropout(const Call& call) { return call.real(4) > 0; }
/// Several heads of the query share one of key and value.
bool shares_heads(const Call& call);

/// Among those that the call allows: `kernels` has a bit for each value of torch.nn.attention.SDPBackend.
AttentionKernel kernel_of(const Call& call, const TorchProfile& torch);

}  // namespace vramlint::ops
