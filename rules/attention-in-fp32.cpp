#include <algorithm>

#include "rules/attention.h"
#include "rules/crowded.h"
#include "rules/peak_story.h"

namespace vramlint::rules {
namespace {
namespace attention_in_fp32_rule {

constexpr double kCrowded = 0.8;      // of the device
constexpr double kLeastShare = 0.25;  // of the allocated peak

bool computes_in_half(const graph::Graph& graph) {
  return std::any_of(graph.tensors.begin(), graph.tensors.end(), [](const graph::Tensor& tensor) {
    return tensor.type.dtype == graph::Dtype::float16 || tensor.type.dtype == graph::Dtype::bfloat16;
  });
}

void check(const Analysis& analysis, Report& report) {
  if (!analysis.device || !analysis.built || !is_crowded(analysis, kCrowded)) return;
  const size_t phase = peak_phase(analysis);
  if (phase >= analysis.built->phases.size() || !computes_in_half(analysis.built->phases[phase])) return;
  std::vector<AttentionMaps> maps = attention_maps(analysis);
  std::erase_if(maps, [](const AttentionMaps& one) { return one.dtype != graph::Dtype::float32; });
  const Bytes held = held_by(maps), peak = analysis.outcome.peak.allocated.point;
  if (maps.empty() || static_cast<double>(held.count) < kLeastShare * static_cast<double>(peak.count)) return;
  report.add(
      maps.front().span ? maps.front().span : place_of_peak(analysis),
      "Mixed precision does not reach the attention maps: `softmax` makes them in float32 ({0} each), and {1} of "
      "the peak ({2} allocated) are such maps and their copies. "
      "`torch.nn.functional.scaled_dot_product_attention` computes in 16 bit as a whole."_words(maps.front().map, held,
                                                                                                peak));
}

}  // namespace attention_in_fp32_rule
}  // namespace

extern const Rule attention_in_fp32 = {
    .name = "attention-in-fp32",
    .code = "VL1033",
    .summary = "Memory is short, and attention maps stay in float32 in a step in mixed precision.",
    .severity = Severity::note,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .check = attention_in_fp32_rule::check,
};

}  // namespace vramlint::rules
