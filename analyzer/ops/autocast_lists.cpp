// The lists of aten/src/ATen/autocast_mode.cpp [1.13.1], [2.0] and autocast_mode.h [2.4], [2.7], for CUDA. What they
// leave out (batch_norm, relu, add, cat, pooling, dropout, embedding, instance_norm, mean) runs in the types it is
// given.
#include "ops/autocast_lists.h"

#include <algorithm>
#include <iterator>

namespace vramlint::ops {

namespace {

using enum AutocastPolicy;

struct Entry {
  std::string_view name;  // without overload: all overloads
  AutocastPolicy policy;
  int since_major = 1, since_minor = 6;  // torch.cuda.amp is of 1.6
};

// Sorted by name.
constexpr Entry kEntries[] = {
    {"_cudnn_rnn", lower_unkept},
    {"_thnn_fused_gru_cell", lower},
    {"_thnn_fused_lstm_cell", lower},
    {"_upsample_bicubic2d_aa", float32, 2, 4},
    {"_upsample_bilinear2d_aa", float32, 2, 4},
    {"_upsample_nearest_exact1d", float32, 2, 4},
    {"_upsample_nearest_exact2d", float32, 2, 4},
    {"_upsample_nearest_exact3d", float32, 2, 4},
    {"acos", float32},
    {"addbmm", lower},
    {"addcdiv", promote},
    {"addcmul", promote},
    {"addmm", lower},
    {"addmv", lower},
    {"addr", lower},
    {"asin", float32},
    {"atan2", promote},
    {"baddbmm", lower},
    {"bilinear", promote},
    {"binary_cross_entropy", refused},
    {"binary_cross_entropy_with_logits", float32},
    {"bmm", lower},
    {"cdist", float32},
    {"chain_matmul", lower},
    {"conv1d", lower},
    {"conv2d", lower},
    {"conv3d", lower},
    {"conv_tbc", lower},
    {"conv_transpose1d", lower},
    {"conv_transpose2d", lower},
    {"conv_transpose3d", lower},
    {"convolution", lower},
    {"cosh", float32},
    {"cosine_embedding_loss", float32},
    {"cosine_similarity", float32},
    {"cross", promote},
    {"cumprod", float32_dtype},
    {"cumsum", float32_dtype},
    {"dist", float32},
    {"dot", promote},
    {"einsum", lower},
    {"erfinv", float32},
    {"exp", float32},
    {"expm1", float32},
    {"frobenius_norm", float32},
    {"grid_sampler", promote},
    {"group_norm", float32},
    // lstm and gru are compositions: their one kernel, _cudnn_rnn, has a wrapper of its own that casts input, states
    // and weights and keeps nothing (aten/src/ATen/cudnn/AutocastRNN.cpp [1.13.1], [2.4]).
    {"gru", lower_unkept},
    {"gru_cell", lower},
    {"hinge_embedding_loss", float32},
    {"huber_loss", float32},
    {"index_put", promote},
    {"kl_div", float32},
    {"l1_loss", float32},
    {"layer_norm", float32},
    {"linalg_matrix_norm", float32_dtype},
    {"linalg_multi_dot", lower},
    {"linalg_vecdot", lower, 2, 4},
    {"linalg_vector_norm", float32_dtype},
    {"linear", lower},
    {"log", float32},
    {"log10", float32},
    {"log1p", float32},
    {"log2", float32},
    {"log_softmax", float32_dtype},
    {"logsumexp", float32},
    {"lstm", lower_unkept},
    {"lstm_cell", lower},
    {"margin_ranking_loss", float32},
    {"matmul", lower},
    {"mm", lower},
    {"mse_loss", float32},
    {"multi_margin_loss", float32},
    {"multilabel_margin_loss", float32},
    {"mv", lower},
    {"nll_loss", float32},
    {"nll_loss2d", float32},
    {"nll_loss_nd", float32},  // composed of the two above
    {"norm", float32_result},
    {"nuclear_norm", float32},
    {"pdist", float32},
    {"poisson_nll_loss", float32},
    {"pow", float32},
    {"prelu", lower},
    {"prod", float32_dtype},
    {"reciprocal", float32},
    {"renorm", float32},
    {"rnn_relu", lower_unkept},
    {"rnn_relu_cell", lower},
    {"rnn_tanh", lower_unkept},
    {"rnn_tanh_cell", lower},
    {"rsqrt", float32},
    {"scaled_dot_product_attention", lower, 2, 0},
    {"scatter_add", promote},
    {"sinh", float32},
    {"smooth_l1_loss", float32},
    {"soft_margin_loss", float32},
    {"softmax", float32_dtype},
    {"softplus", float32},
    {"square", float32},  // composed of pow
    {"sum", float32_dtype},
    {"tan", float32},
    {"tensordot", promote},
    {"triplet_margin_loss", float32},
    {"upsample_bicubic2d", float32, 2, 4},
    {"upsample_bilinear2d", float32, 2, 4},
    {"upsample_linear1d", float32, 2, 4},
    {"upsample_nearest1d", float32, 2, 4},
    {"upsample_nearest2d", float32, 2, 4},
    {"upsample_nearest3d", float32, 2, 4},
    {"upsample_trilinear3d", float32, 2, 4},
    {"vdot", promote, 2, 7},
};

static_assert(std::is_sorted(std::begin(kEntries), std::end(kEntries),
                             [](const Entry& a, const Entry& b) { return a.name < b.name; }));

}  // namespace

AutocastPolicy autocast_policy(std::string_view schema_name, const graph::TorchProfile& torch) {
  const std::string_view name = schema_name.substr(0, schema_name.find('.'));
  const auto* found = std::lower_bound(std::begin(kEntries), std::end(kEntries), name,
                                       [](const Entry& entry, std::string_view wanted) { return entry.name < wanted; });
  if (found == std::end(kEntries) || found->name != name) return none;
  return torch.at_least(found->since_major, found->since_minor) ? found->policy : none;
}

std::optional<size_t> dtype_argument(std::string_view schema) {
  size_t position = 0;
  const size_t open = schema.find('('), close = schema.rfind(") ->");
  for (std::string_view rest = schema.substr(open + 1, close - open - 1); !rest.empty();) {
    const size_t comma = rest.find(", ");
    const std::string_view argument = rest.substr(0, comma);
    if (argument.starts_with("ScalarType? dtype")) return position;
    if (argument != "*") ++position;
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 2);
  }
  return std::nullopt;
}

}  // namespace vramlint::ops
