#include "ops/attention_kernel.h"

#include "ops/shaping.h"

namespace vramlint::ops {

bool shares_heads(const Call& call) {
  const TensorType& query = call.operand(0).type;
  const TensorType& key = call.operand(1).type;
  return query.rank() > 2 && key.rank() > 2 && query.size(-3) != key.size(-3);
}

namespace {
namespace attention_kernel {

bool needs_gradient(const Call& call) { return needs_grad(call, 0) || needs_grad(call, 1) || needs_grad(call, 2); }

/// Backward of wide heads does not fit the shared memory of consumer cards.
bool too_wide_for_card(const Call& call, const TorchProfile& torch) {
  const bool small_card = torch.compute_capability == 86 || torch.compute_capability == 89;
  const int64_t head = call.operand(0).type.size(-1);
  const int64_t most = torch.attention_heads == 128 ? 127 : has_dropout(call) ? 192 : 224;
  return small_card && head > most && needs_gradient(call);
}

/// check_batch_size_and_num_heads_dense of sdp_utils_cpp.h: what would have to be expanded no kernel takes.
bool is_expanded(const Call& call) {
  const TensorType& query = call.operand(0).type;
  for (const size_t other : {size_t{1}, size_t{2}}) {
    const TensorType& type = call.operand(other).type;
    if (query.size(0) != type.size(0) || (!call.boolean(7) && query.size(1) != type.size(1))) return true;
  }
  return false;
}

bool flash_takes(const Call& call, const TorchProfile& torch) {
  const TensorType& query = call.operand(0).type;
  const int64_t head = query.size(-1);
  if (!is_half(query.dtype) || has_mask(call) || head != call.operand(2).type.size(-1)) return false;
  if (head > torch.attention_heads || (head % 8 != 0 && !torch.flash_pads_heads)) return false;
  const bool turing = torch.attention_heads == 128 && torch.compute_capability >= 75 && query.dtype == Dtype::float16;
  return (torch.compute_capability >= 80 || turing) && !too_wide_for_card(call, torch);
}

/// minimum_gemm_alignment of sdp_utils.cpp: 128 bits where tensor cores are used.
int64_t head_alignment(Dtype dtype, int capability) {
  if (is_half(dtype) && capability >= 70) return 8;
  return capability >= 80 ? 4 : 1;
}

bool efficient_takes(const Call& call, const TorchProfile& torch) {
  const TensorType& query = call.operand(0).type;
  if ((has_mask(call) || has_dropout(call)) && !torch.efficient_takes_mask) return false;
  if (shares_heads(call)) return false;
  if (torch.compute_capability < 50 || (query.dtype == Dtype::bfloat16 && torch.compute_capability < 80)) return false;
  const int64_t alignment = head_alignment(query.dtype, torch.compute_capability);
  return query.size(-1) % alignment == 0 && call.operand(2).type.size(-1) % alignment == 0;
}

/// When it became the first choice between 2.7 and 2.11 is not known.
bool cudnn_takes(const Call& call, const TorchProfile& torch) {
  const int64_t head = call.operand(0).type.size(-1), value_head = call.operand(2).type.size(-1);
  constexpr int64_t kMostHead = 256;
  if (torch.compute_capability < 90 || torch.compute_capability >= 120 || !torch.at_least(2, 11)) return false;
  if (head % 8 != 0 || value_head % 8 != 0 || head > kMostHead || value_head > kMostHead) return false;
  return is_half(call.operand(0).type.dtype) && !needs_grad(call, 3);
}

bool takes(const Call& call, AttentionKernel kernel, const TorchProfile& torch) {
  switch (kernel) {
    case AttentionKernel::cudnn:
      return cudnn_takes(call, torch);
    case AttentionKernel::flash:
      return flash_takes(call, torch);
    case AttentionKernel::efficient:
      return efficient_takes(call, torch);
    case AttentionKernel::math:
      break;
  }
  return true;
}

constexpr struct {
  AttentionKernel kernel;
  int64_t bit;
} kTried[] = {{AttentionKernel::cudnn, 8}, {AttentionKernel::flash, 2}, {AttentionKernel::efficient, 4}};

}  // namespace attention_kernel
}  // namespace

AttentionKernel kernel_of(const Call& call, const TorchProfile& torch) {
  const TensorType& query = call.operand(0).type;
  const bool fits = query.rank() == 4 && call.operand(1).type.rank() == 4 && call.operand(2).type.rank() == 4 &&
                    (is_half(query.dtype) || query.dtype == Dtype::float32);
  // check_last_dim_stride_equals_1 of sdp_utils.cpp: a mask that was permuted, as T5's position bias.
  const bool permuted_mask = has_mask(call) && !call.operand(3).type.strides.empty() &&
                             call.operand(3).type.size(-1) != 1 && call.operand(3).type.strides.back() != 1;
  if (!fits || permuted_mask || attention_kernel::is_expanded(call)) return AttentionKernel::math;
  for (const auto& [kernel, bit] : attention_kernel::kTried) {
    if ((call.integer(8) & bit) != 0 && attention_kernel::takes(call, kernel, torch)) return kernel;
  }
  return AttentionKernel::math;
}

}  // namespace vramlint::ops
