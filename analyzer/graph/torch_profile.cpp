#include "graph/torch_profile.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace vramlint::graph {

namespace {

struct Release {
  int major = 0, minor = 0;
  TorchProfile profile;
};

// Oldest first; each says what differs from the one before. Sources: the derivative tables of each release
// (tools/autograd/derivatives.yaml with the replacements of load_derivatives.py), torch/csrc/autograd/input_buffer.cpp,
// torch/optim/optimizer.py, aten/src/ATen/cuda/CublasHandlePool.cpp and native/transformers/cuda/sdp_utils.cpp
// of 1.13.1, 2.0, 2.4 and 2.7. The device is taken to be an Ampere or newer one where none is named.
// What is said of releases before 1.13 was read in tools/autograd/derivatives.yaml of early 2021 (1.8).
constexpr Release k1_5 = {1,
                          5,
                          {.version = "1.8",
                           .accumulates_in_place = false,
                           .mean_saves_input_all = false,
                           .mean_saves_input_dims = false,
                           .softmax_saves_input = true,
                           .hardtanh_saves_result = true,
                           .im2col_saves_input = false,
                           .embedding_saves_weight = false,
                           .foreach_by_default = false,
                           .set_to_none_by_default = false,
                           .cublas_workspace = false,
                           .linear_epilogue = false,
                           .folds_transposed = false,
                           .packs_projection = false,
                           .fused_rms_norm = false,
                           .attention_heads = 0,
                           .flash_pads_heads = false,
                           .efficient_takes_mask = false,
                           .math_attention_upcasts = false,
                           .compute_capability = 80}};

/// The release after `before`: `change` sets what differs.
template <typename Change>
constexpr Release after(const Release& before, int major, int minor, std::string_view version, Change change) {
  Release next{major, minor, before.profile};
  next.profile.version = version;
  change(next.profile);
  return next;
}

constexpr Release k1_11 = after(k1_5, 1, 11, "1.13", [](TorchProfile& torch) {
  torch.mean_saves_input_dims = true;
  torch.softmax_saves_input = false;
  torch.hardtanh_saves_result = false;
  torch.im2col_saves_input = true;
  torch.embedding_saves_weight = true;
});
constexpr Release k2_0 = after(k1_11, 2, 0, "2.0", [](TorchProfile& torch) {
  torch.accumulates_in_place = true;
  torch.mean_saves_input_all = true;
  torch.im2col_saves_input = false;
  torch.embedding_saves_weight = false;
  torch.foreach_by_default = true;
  torch.set_to_none_by_default = true;
  torch.cublas_workspace = true;
  torch.linear_epilogue = true;
  torch.folds_transposed = true;
  torch.packs_projection = true;
  torch.attention_heads = 128;
});
constexpr Release k2_1 = after(k2_0, 2, 1, "2.1", [](TorchProfile& torch) {
  torch.flash_pads_heads = true;
  torch.efficient_takes_mask = true;
});
constexpr Release k2_2 = after(k2_1, 2, 2, "2.2", [](TorchProfile& torch) { torch.attention_heads = 256; });
constexpr Release k2_4 = after(k2_2, 2, 4, "2.4", [](TorchProfile& torch) {
  torch.mean_saves_input_all = false;
  torch.mean_saves_input_dims = false;
});
constexpr Release k2_5 = after(k2_4, 2, 5, "2.5", [](TorchProfile& torch) { torch.math_attention_upcasts = true; });
constexpr Release k2_7 = after(k2_5, 2, 7, "2.7", [](TorchProfile&) {});
constexpr Release k2_8 = after(k2_7, 2, 8, "2.8", [](TorchProfile& torch) { torch.fused_rms_norm = true; });

constexpr std::array kReleases = {k1_5, k1_11, k2_0, k2_1, k2_2, k2_4, k2_5, k2_7, k2_8};

/// Reads a number at the front of `text` and removes it.
std::optional<int> take_number(std::string_view& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value < 0) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return value;
}

/// The rest of "2.4.1+cu121": nothing, or a dot and a number, and then perhaps a local label.
bool well_formed_tail(std::string_view text) {
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    if (!take_number(text)) return false;
  }
  return text.empty() || text.front() == '+';
}

}  // namespace

std::optional<TorchProfile> torch_profile(std::string_view version) {
  const auto major = take_number(version);
  if (!major || version.empty() || version.front() != '.') return std::nullopt;
  version.remove_prefix(1);
  const auto minor = take_number(version);
  if (!minor || !well_formed_tail(version)) return std::nullopt;
  std::optional<TorchProfile> newest;
  for (const Release& release : kReleases) {
    if (std::pair(release.major, release.minor) <= std::pair(*major, *minor)) newest = release.profile;
  }
  if (newest) {
    newest->major = *major;
    newest->minor = *minor;
    newest->checkpoint_stops_early = newest->at_least(2, 1);
  }
  return newest;
}

}  // namespace vramlint::graph
