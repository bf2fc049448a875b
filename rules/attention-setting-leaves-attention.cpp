#include <algorithm>

#include "rules/attention.h"

namespace vramlint::rules {
namespace {

constexpr double kLeastShare = 0.05;  // of the allocated peak

bool is_off(const config::Node& node) {
  if (const auto* truth = std::get_if<bool>(&node.value)) return !*truth;
  const config::Sequence* list = node.sequence();
  return list && std::all_of(list->items.begin(), list->items.end(), [](const config::Node& item) {
           const auto* truth = std::get_if<bool>(&item.value);
           return truth && !*truth;
         });
}

/// "attention_levels", "use_attention", "attn": what switches attention itself.
bool switches_attention(const std::string& key) {
  return key.starts_with("attention") || key.starts_with("attn") || key.ends_with("attention") || key.ends_with("attn");
}

struct Off {
  std::string key;
  Span span;
};

void collect(const config::Node& node, const std::string& prefix, std::vector<Off>& found) {
  const config::Mapping* mapping = node.mapping();
  if (!mapping) return;
  for (const config::Entry& entry : mapping->entries) {
    const std::string key = prefix.empty() ? entry.key : prefix + "." + entry.key;
    if (switches_attention(entry.key) && is_off(entry.value)) found.push_back({key, entry.value.span});
    collect(entry.value, key, found);
  }
}

/// "autoencoder.attention_levels" is of the phase "autoencoder/adversarial".
bool is_of_peak(const Analysis& analysis, const Off& off) {
  const std::string section = off.key.substr(0, off.key.find('.'));
  const std::string phase = analysis.outcome.peak_phase.substr(0, analysis.outcome.peak_phase.find('/'));
  const auto is_phase = [&](const PhasePeak& one) { return one.name.substr(0, one.name.find('/')) == section; };
  const auto& phases = analysis.outcome.phases;
  return section == phase || std::none_of(phases.begin(), phases.end(), is_phase);
}

void check(const Analysis& analysis, Report& report) {
  std::vector<Off> found;
  collect(analysis.config->root, "", found);
  std::erase_if(found, [&](const Off& off) { return !off.span || !is_of_peak(analysis, off); });
  if (found.empty()) return;
  const std::vector<AttentionMaps> maps = attention_maps(analysis);
  const Bytes held = held_by(maps), peak = analysis.outcome.peak.allocated.point;
  if (static_cast<double>(held.count) < kLeastShare * static_cast<double>(peak.count)) return;
  std::vector<Related> related;
  size_t modules = 0;
  for (const AttentionMaps& one : maps) {
    modules += one.modules.size();
    if (one.span)
      related.push_back({one.span, "`" + one.modules.front() + "` makes its map here, " + to_string(one.map)});
  }
  const std::string count =
      modules == 1 ? "one module still attends" : std::to_string(modules) + " modules still attend";
  for (const Off& off : found) {
    report.add(off.span,
               "`" + off.key + "` turns attention off, but " + count + " and hold " + to_string(held) +
                   " of the peak (" + to_string(peak) +
                   " allocated): another setting, or the source itself, puts them there.",
               related);
  }
}

}  // namespace

extern const Rule attention_setting_leaves_attention = {
    .name = "attention-setting-leaves-attention",
    .code = "VL1013",
    .summary = "A setting turns attention off, and attention maps remain in the peak.",
    .severity = Severity::warning,
    .needs = Stage::build,
    .check = check,
};

}  // namespace vramlint::rules
