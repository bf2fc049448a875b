#include <algorithm>
#include <tuple>

#include "rules/attention.h"
#include "rules/crowded.h"
#include "rules/peak_story.h"
#include "rules/setting_steps.h"

namespace vramlint::rules {
namespace {
namespace quadratic_attention_rule {

constexpr double kLeastShare = 0.25;  // of the allocated peak
constexpr double kCrowded = 0.8;      // of the device

const std::vector<std::string>& at_peak(const AttentionMaps& maps) {
  return maps.holding.empty() ? maps.modules : maps.holding;
}

Words describe_modules(const AttentionMaps& maps) {
  const std::vector<std::string>& modules = at_peak(maps);
  const Words name = modules.front().empty() ? "the step"_words : Words("`" + modules.front() + "`");
  if (modules.size() == 1) return name;
  if (modules.size() == 2) return "{0} and 1 more module"_words(name);
  return "{0} and {1} more modules"_words(name, modules.size() - 1);
}

/// All of its truths that are on turned off; empty where none is.
std::vector<Edit> off(const AttentionSetting& setting) {
  std::vector<Edit> edits;
  const auto add = [&](const config::Node& node) {
    const auto* truth = std::get_if<bool>(&node.value);
    std::optional<Edit> other = truth && *truth ? turned(node) : std::nullopt;
    if (other) edits.push_back(std::move(*other));
  };
  add(*setting.value);
  if (const config::Sequence* list = setting.value->sequence())
    for (const config::Node& item : list->items) add(item);
  return edits;
}

/// The setting that puts the attention there: of those with such a name the one without which most of it is gone.
Span place(const Analysis& analysis, const Session& session, Bytes held) {
  const std::vector<const Source*>& files = analysis.config->files;
  Span best;
  for (const AttentionSetting& setting : attention_settings(analysis)) {
    const bool is_of_file = std::find(files.begin(), files.end(), setting.span.source) != files.end();
    const std::vector<Edit> edits = is_of_file ? off(setting) : std::vector<Edit>();
    if (edits.empty()) continue;
    try {
      const Analysis after = what_if(analysis, edits, session);
      const Bytes left = after.built ? held_by(attention_maps(after)) : held;
      if (left < held) std::tie(best, held) = std::pair(setting.span, left);
    } catch (const TrialsSpent&) {
      break;
    }
  }
  return best ? best : place_of_peak(analysis);
}

Words without_map(const Analysis& analysis) {
  const auto torch = graph::torch_profile(analysis.outcome.torch);
  if (torch && !torch->at_least(2, 0))
    return "PyTorch 2.0 brings `torch.nn.functional.scaled_dot_product_attention`, which keeps no map where a flash or memory-efficient kernel can be used."_words;
  return "`torch.nn.functional.scaled_dot_product_attention` keeps no map where a flash or memory-efficient kernel can be used."_words;
}

void check(const Analysis& analysis, Report& report) {
  if (!is_crowded(analysis, kCrowded)) return;
  const std::vector<AttentionMaps> maps = attention_maps(analysis);
  const Bytes held = held_by(maps), peak = analysis.outcome.peak.allocated.point;
  if (maps.empty() || static_cast<double>(held.count) < kLeastShare * static_cast<double>(peak.count)) return;

  const AttentionMaps& most = maps.front();
  const Words attending = at_peak(most).size() == 1 ? "{0} attends"_words(describe_modules(most))
                                                    : "{0} attend"_words(describe_modules(most));
  const Words message =
      "Attention maps are {0} of the peak ({1} allocated): {2} over {3} × {4} positions, one map is {5} ({6}). "
      "They grow with the square of the positions: half as many leave a quarter."_words(
          held, peak, attending, most.queries, most.keys, most.map, to_string(most.dtype));
  std::vector<Related> related = related_places(analysis);
  const auto is_there = [&](const Related& one) { return one.span == most.span; };
  if (most.span && std::none_of(related.begin(), related.end(), is_there))
    related.push_back({most.span, "the map is made here"_words});
  report.add(place(analysis, report.session(), held), sentences({message, without_map(analysis)}), std::move(related));
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
