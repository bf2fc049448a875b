#include "graph/torch_profile.h"

#include <array>
#include <charconv>

namespace vramlint::graph {

namespace {

struct Release {
  int major = 0, minor = 0;
  TorchProfile profile;
};

// Oldest first. Sources: the derivative tables of each release (tools/autograd/derivatives.yaml with the replacements
// of load_derivatives.py), torch/csrc/autograd/input_buffer.cpp, torch/optim/optimizer.py and
// aten/src/ATen/cuda/CublasHandlePool.cpp of 1.13.1, 2.0, 2.4 and 2.7.
constexpr std::array<Release, 4> kReleases = {{
    {1,
     13,
     {.version = "1.13",
      .accumulates_in_place = false,
      .mean_saves_input_all = false,
      .mean_saves_input_dims = true,
      .foreach_by_default = false,
      .set_to_none_by_default = false,
      .checkpoint_stops_early = false,
      .cublas_workspace = false}},
    {2,
     0,
     {.version = "2.0",
      .accumulates_in_place = true,
      .mean_saves_input_all = true,
      .mean_saves_input_dims = true,
      .foreach_by_default = true,
      .set_to_none_by_default = true,
      .checkpoint_stops_early = false,
      .cublas_workspace = true}},
    {2,
     4,
     {.version = "2.4",
      .accumulates_in_place = true,
      .mean_saves_input_all = false,
      .mean_saves_input_dims = false,
      .foreach_by_default = true,
      .set_to_none_by_default = true,
      .checkpoint_stops_early = true,
      .cublas_workspace = true}},
    {2,
     7,
     {.version = "2.7",
      .accumulates_in_place = true,
      .mean_saves_input_all = false,
      .mean_saves_input_dims = false,
      .foreach_by_default = true,
      .set_to_none_by_default = true,
      .checkpoint_stops_early = true,
      .cublas_workspace = true}},
}};

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
  return newest;
}

}  // namespace vramlint::graph
