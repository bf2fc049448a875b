#include <algorithm>

#include "rules/attention.h"
#include "rules/crowded.h"
#include "rules/peak_story.h"

namespace vramlint::rules {
namespace {
namespace quadratic_attention_rule {

constexpr double kLeastShare = 0.25;  // of the allocated peak
constexpr double kCrowded = 0.8;      // of the device

std::string describe_modules(const AttentionMaps& maps) {
  const std::string& first = maps.modules.front();
  const std::string name = first.empty() ? "the step" : "`" + first + "`";
  if (maps.modules.size() == 1) return name;
  return name + " and " + std::to_string(maps.modules.size() - 1) + " more modules";
}

/// The setting that puts the attention there, by its name, where one has such a name.
Span place(const Analysis& analysis) {
  const std::vector<AttentionSetting> settings = attention_settings(analysis);
  return settings.empty() ? place_of_peak(analysis) : settings.front().span;
}

void check(const Analysis& analysis, Report& report) {
  if (!is_crowded(analysis, kCrowded)) return;
  const std::vector<AttentionMaps> maps = attention_maps(analysis);
  const Bytes held = held_by(maps), peak = analysis.outcome.peak.allocated.point;
  if (maps.empty() || static_cast<double>(held.count) < kLeastShare * static_cast<double>(peak.count)) return;

  const AttentionMaps& most = maps.front();
  std::string message = "Attention maps are " + to_string(held) + " of the peak (" + to_string(peak) +
                        " allocated): " + describe_modules(most) + " attend over " + std::to_string(most.queries) +
                        " × " + std::to_string(most.keys) + " positions, one map is " + to_string(most.map) + " (" +
                        std::string(to_string(most.dtype)) +
                        "). They grow with the square of the positions: half as many leave a quarter. "
                        "`torch.nn.functional.scaled_dot_product_attention` keeps no map where a "
                        "flash or memory-efficient kernel can be used.";
  std::vector<Related> related = related_places(analysis);
  const auto is_there = [&](const Related& one) { return one.span == most.span; };
  if (most.span && std::none_of(related.begin(), related.end(), is_there))
    related.push_back({most.span, "the map is made here"});
  report.add(place(analysis), std::move(message), std::move(related));
}

}  // namespace quadratic_attention_rule
}  // namespace

extern const Rule quadratic_attention = {
    .name = "quadratic-attention",
    .code = "VL1012",
    .summary =
        "Attention maps, which grow with the square of the positions, are a large part of a peak that is too high.",
    .severity = Severity::warning,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .check = quadratic_attention_rule::check,
};

}  // namespace vramlint::rules
