#include <algorithm>

#include "graph/torch_profile.h"
#include "rules/peak_story.h"

namespace vramlint::rules {
namespace {
namespace precision_unsupported_on_device_rule {

constexpr int kAmpere = 8;

const graph::Node* first_in_bfloat16(const graph::Graph& graph) {
  for (const graph::Event& event : graph.events) {
    const auto* node = std::get_if<graph::Node>(&event);
    if (!node) continue;
    const bool is_there = std::any_of(node->results.begin(), node->results.end(), [&](graph::TensorId result) {
      return graph.tensors[result].type.dtype == graph::Dtype::bfloat16;
    });
    if (is_there) return node;
  }
  return nullptr;
}

/// torch.autocast raises where is_bf16_supported() is false, which asks for compute capability 8.0
/// (torch/amp/autocast_mode.py and torch/cuda/__init__.py [1.13.1]; on a V100 also with 2.1). Since 2.4 it counts
/// emulation as support (`including_emulation=True`).
void check(const Analysis& analysis, Report& report) {
  const memory::Device* device = analysis.device_facts;
  const auto torch = graph::torch_profile(analysis.outcome.torch);
  if (!device || device->compute_major >= kAmpere || !torch || !analysis.built) return;
  for (size_t phase = 0; phase < analysis.built->phases.size(); ++phase) {
    const graph::Node* node = first_in_bfloat16(analysis.built->phases[phase]);
    if (!node) continue;
    const auto& key = analysis.built->facts[phase].precision_key;
    const bool raises = !torch->at_least(2, 2) && analysis.built->facts[phase].precision == config::Precision::amp_bf16;
    const Words what =
        raises ? "autocast in PyTorch {0} raises \"Current CUDA Device does not support bfloat16\""_words(
                     analysis.outcome.torch)
               : "it has no tensor cores for bfloat16, which PyTorch emulates at a large cost in speed"_words;
    report.add(
        raises ? Severity::error : Severity::warning,
        key          ? key->span
        : node->span ? node->span
                     : place_of_peak(analysis),
        "The step computes in bfloat16 on a {0} (compute capability {1}.{2}): {3}. Use float16 with loss scaling, "
        "or a card of compute capability 8.0 (Ampere) or later."_words(device->title, device->compute_major,
                                                                       device->compute_minor, what));
    return;
  }
}

}  // namespace precision_unsupported_on_device_rule
}  // namespace

extern const Rule precision_unsupported_on_device = {
    .name = "precision-unsupported-on-device",
    .code = "VL1026",
    .summary = "A step computes in bfloat16 on a card that has no support for it.",
    .severity = Severity::warning,
    .concern = Concern::run,
    .needs = Stage::timeline,
    .check = precision_unsupported_on_device_rule::check,
};

}  // namespace vramlint::rules
