#include <algorithm>
#include <numeric>
#include <set>

#include "rules/attention.h"
#include "rules/setting_steps.h"

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

size_t modules_of(const std::vector<AttentionMaps>& maps) {
  return std::accumulate(maps.begin(), maps.end(), size_t{0},
                         [](size_t sum, const AttentionMaps& one) { return sum + one.modules.size(); });
}

std::set<std::string> modules_in(const std::vector<AttentionMaps>& maps) {
  std::set<std::string> modules;
  for (const AttentionMaps& one : maps) modules.insert(one.modules.begin(), one.modules.end());
  return modules;
}

/// Whether what it turns on stands in one of the networks that attend now. Modules of a program are told by the
/// variable that holds their network.
bool is_of_these(const Analysis& analysis, const std::set<std::string>& with, const std::set<std::string>& now) {
  const auto network = [](const std::string& module) { return module.substr(0, module.find('.')); };
  std::set<std::string> networks;
  for (const std::string& module : now) networks.insert(network(module));
  const auto is_named = [&](const model::PhaseFacts& facts) {
    return std::any_of(facts.models.begin(), facts.models.end(),
                       [&](const std::string& name) { return networks.contains(name); });
  };
  if (std::none_of(analysis.built->facts.begin(), analysis.built->facts.end(), is_named)) return true;
  return std::any_of(with.begin(), with.end(), [&](const std::string& module) {
    return !now.contains(module) && networks.contains(network(module));
  });
}

/// A name alone does not tell a switch from what says of which kind an attention is (`cross_attn`): where it is on,
/// there is more of it.
bool turns_attention(const Analysis& analysis, const config::Node& off, const std::vector<AttentionMaps>& maps,
                     const Session& session) {
  const std::vector<const Source*>& files = analysis.config->files;
  if (std::find(files.begin(), files.end(), off.span.source) == files.end()) return true;  // no file to try it in
  const config::Sequence* list = off.sequence();
  const std::optional<Edit> on = turned(list ? list->items.back() : off);
  if (!on) return false;
  const std::vector<AttentionMaps> more = attention_maps(what_if(analysis, {*on}, session));
  if (modules_of(more) == modules_of(maps)) return held_by(more) > held_by(maps);
  return modules_of(more) > modules_of(maps) && is_of_these(analysis, modules_in(more), modules_in(maps));
}

void check(const Analysis& analysis, Report& report) {
  std::vector<AttentionSetting> found = attention_settings(analysis);
  std::erase_if(found, [&](const AttentionSetting& one) { return !is_off(*one.value); });
  if (found.empty()) return;
  const std::vector<AttentionMaps> maps = attention_maps(analysis);
  const Bytes held = held_by(maps), peak = analysis.outcome.peak.allocated.point;
  if (maps.empty() || static_cast<double>(held.count) < kLeastShare * static_cast<double>(peak.count)) return;
  std::erase_if(found, [&](const AttentionSetting& one) {
    return !turns_attention(analysis, *one.value, maps, report.session());
  });
  std::vector<Related> related;
  const size_t modules = modules_of(maps);
  for (const AttentionMaps& one : maps) {
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
