#include <algorithm>

#include "rules/attention.h"

namespace vramlint::rules {
namespace {
namespace attention_setting_leaves_attention_rule {

constexpr double kLeastShare = 0.05;  // of the allocated peak

bool is_off(const config::Node& node) {
  if (const auto* truth = std::get_if<bool>(&node.value)) return !*truth;
  const config::Sequence* list = node.sequence();
  return list && std::all_of(list->items.begin(), list->items.end(), [](const config::Node& item) {
           const auto* truth = std::get_if<bool>(&item.value);
           return truth && !*truth;
         });
}

void check(const Analysis& analysis, Report& report) {
  std::vector<AttentionSetting> found = attention_settings(analysis);
  std::erase_if(found, [&](const AttentionSetting& one) { return !is_off(*one.value); });
  if (found.empty()) return;
  const std::vector<AttentionMaps> maps = attention_maps(analysis);
  const Bytes held = held_by(maps), peak = analysis.outcome.peak.allocated.point;
  if (maps.empty() || static_cast<double>(held.count) < kLeastShare * static_cast<double>(peak.count)) return;
  std::vector<Related> related;
  size_t modules = 0;
  for (const AttentionMaps& one : maps) {
    modules += one.modules.size();
    if (one.span) related.push_back({one.span, "`{0}` makes its map here, {1}"_words(one.modules.front(), one.map)});
  }
  const Words count = modules == 1 ? "one module still attends and holds {0}"_words(held)
                                   : "{0} modules still attend and hold {1}"_words(modules, held);
  for (const AttentionSetting& off : found) {
    report.add(off.span,
               "`{0}` turns attention off, but {1} of the peak ({2} allocated): another setting, or the source itself, "
               "puts them there."_words(off.key, count, peak),
               related);
  }
}

}  // namespace attention_setting_leaves_attention_rule
}  // namespace

extern const Rule attention_setting_leaves_attention = {
    .name = "attention-setting-leaves-attention",
    .code = "VL1013",
    .summary = "A setting turns attention off, and attention maps remain in the peak.",
    .severity = Severity::warning,
    .concern = Concern::memory,
    .needs = Stage::build,
    .check = attention_setting_leaves_attention_rule::check,
};

}  // namespace vramlint::rules
