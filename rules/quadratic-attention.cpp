#include <algorithm>

#include "rules/attention.h"
#include "rules/crowded.h"
#include "rules/peak_story.h"

namespace vramlint::rules {
namespace {

constexpr double kLeastShare = 0.25;  // of the allocated peak
constexpr double kCrowded = 0.8;      // of the device
constexpr int kTrials = 8;

std::string describe_modules(const AttentionMaps& maps) {
  const std::string& first = maps.modules.front();
  const std::string name = first.empty() ? "the step" : "`" + first + "`";
  if (maps.modules.size() == 1) return name;
  return name + " and " + std::to_string(maps.modules.size() - 1) + " more modules";
}

bool names_attention(const std::string& key) {
  return key.find("attn") != std::string::npos || key.find("attention") != std::string::npos;
}

/// The setting of attention that saves most, else of all settings.
Span place(const Analysis& analysis, const std::vector<Lever>& levers) {
  const auto named =
      std::find_if(levers.begin(), levers.end(), [](const Lever& lever) { return names_attention(lever.key); });
  return named != levers.end() ? named->span : place_of_peak(analysis, levers);
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
                        "). They grow with the square of the positions: half of them in each direction leave a "
                        "sixteenth in 2-D. `torch.nn.functional.scaled_dot_product_attention` keeps no map where a "
                        "flash or memory-efficient kernel can be used.";
  const std::vector<Lever> tried = levers(analysis, report.session(), kTrials);
  std::vector<Related> related = related_places(analysis, tried);
  if (most.span) related.push_back({most.span, "the map is made here"});
  report.add(place(analysis, tried), std::move(message), std::move(related));
}

}  // namespace

extern const Rule quadratic_attention = {
    .name = "quadratic-attention",
    .code = "VL1012",
    .summary =
        "Attention maps, which grow with the square of the positions, are a large part of a peak that is too high.",
    .severity = Severity::warning,
    .needs = Stage::timeline,
    .check = check,
};

}  // namespace vramlint::rules
