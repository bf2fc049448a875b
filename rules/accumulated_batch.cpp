#include "rules/accumulated_batch.h"

#include <algorithm>

#include "rules/effect.h"
#include "rules/harm.h"
#include "rules/leaf_overrides.h"
#include "rules/unset_settings.h"

namespace vramlint::rules {
namespace {

bool is_followed(const Analysis& analysis) {
  return !analysis.experiment->model && !analysis.experiment->programs.empty();
}

/// In the phase with the highest peak.
int64_t backwards(const Analysis& analysis) {
  int64_t most = 0;
  for (const graph::Graph& phase : analysis.built->phases) {
    if (phase.phase != analysis.outcome.peak_phase) continue;
    most = std::count_if(phase.events.begin(), phase.events.end(),
                         [](const graph::Event& event) { return std::holds_alternative<graph::Backward>(event); });
  }
  return most;
}

/// Read by the program and of some effect; without a program, what the recipe takes for it. A program that is followed
/// shows it in its step.
bool may_be_honoured(const Analysis& analysis, const AccumulationKey& key) {
  if (is_followed(analysis) && !analysis.usage) return true;
  if (!analysis.usage) return analysis.experiment->accumulation == key.steps && key.steps > 1;
  const auto is_key = [&](const auto& one) { return one.key == key.key || key.key.starts_with(one.key + "."); };
  const usage::Usage& usage = *analysis.usage;
  const bool is_read = std::any_of(usage.keys.begin(), usage.keys.end(), [&](const usage::KeyUse& use) {
    return use.key == key.key && use.state.starts_with("read");
  });
  return is_read && std::none_of(usage.unread.begin(), usage.unread.end(), is_key) &&
         std::none_of(usage.ineffective.begin(), usage.ineffective.end(), is_key) &&
         std::none_of(usage.dormant.begin(), usage.dormant.end(), is_key);
}

/// A setting, and what sets it.
struct Setting {
  AccumulationKey key;
  bool is_there;
  std::vector<Edit> edits;
};

/// To so many times what it is.
std::optional<Setting> setting_for(const Analysis& analysis, const Session& session, int64_t times) {
  std::vector<AccumulationKey> keys = accumulation_keys(*analysis.config);
  if (keys.empty() && is_followed(analysis)) {
    std::vector<UnsetSetting> unset = unset_accumulation(analysis, session, times);
    if (unset.size() != 1) return std::nullopt;
    return Setting{{unset[0].key, unset[0].place, 1}, false, std::move(unset[0].edits)};
  }
  std::erase_if(keys, [&](const AccumulationKey& key) { return !may_be_honoured(analysis, key); });
  if (keys.size() != 1 || keys[0].span.text() != std::to_string(keys[0].steps)) return std::nullopt;
  std::vector<Edit> edits = own_edits(analysis, keys[0].key, keys[0].span, std::to_string(keys[0].steps * times));
  if (edits.empty()) return std::nullopt;
  return Setting{keys[0], true, std::move(edits)};
}

}  // namespace

std::optional<AccumulatedBatch> accumulated_batch(const Analysis& analysis, const Session& session, int64_t most) {
  if (!analysis.built || !analysis.built->batch || most < 1) return std::nullopt;
  const model::KeyFact& batch = *analysis.built->batch;
  int64_t size = std::min(most, batch.value - 1);
  while (size > 1 && batch.value % size != 0) --size;
  if (size < 1) return std::nullopt;
  const int64_t times = batch.value / size;
  std::optional<Setting> setting = setting_for(analysis, session, times);
  std::vector<Edit> edits = own_edits(analysis, batch.key, batch.span, std::to_string(size));
  if (edits.empty() || !setting) return std::nullopt;
  edits.insert(edits.end(), setting->edits.begin(), setting->edits.end());
  const Analysis after = what_if(analysis, edits, session);
  if (!fits_as_known(analysis, after)) return std::nullopt;
  if (is_followed(analysis) && backwards(after) < times * backwards(analysis)) return std::nullopt;
  const AccumulationKey& key = setting->key;
  const int64_t steps = key.steps * times;
  Fix fix{.title = "Set `{0}` to {1} and `{2}` to {3}: the effective batch stays {4}"_words(
              batch.key, size, key.key, steps, batch.value * key.steps),
          .safety = Safety::unsafe,
          .edits = std::move(edits),
          .effect = effect_of(after.outcome)};
  return AccumulatedBatch{size, key, setting->is_there, steps, std::move(fix)};
}

}  // namespace vramlint::rules
