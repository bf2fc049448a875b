#include "rules/accumulated_batch.h"

#include <algorithm>

#include "rules/effect.h"
#include "rules/harm.h"
#include "rules/leaf_overrides.h"
#include "rules/trial.h"
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

/// Edits of the config's own file; what is inherited is set anew there, all of it at once.
class OwnEdits {
 public:
  explicit OwnEdits(const Analysis& analysis) : analysis_(analysis) {}
  void set(const std::string& key, const Span& value, int64_t number) {
    if (is_own(analysis_, value.source))
      edits_.push_back({value, std::to_string(number)});
    else
      overrides_.emplace_back(key, std::to_string(number));
  }
  void add(const UnsetSetting& setting) {
    if (setting.overrides)
      overrides_.emplace_back(setting.key, setting.text);
    else
      edits_.insert(edits_.end(), setting.edits.begin(), setting.edits.end());
  }
  /// Empty where that cannot be.
  std::vector<Edit> take() {
    if (overrides_.empty()) return std::move(edits_);
    const std::vector<Edit> added = leaf_overrides(analysis_, overrides_);
    if (added.empty()) return {};
    edits_.insert(edits_.end(), added.begin(), added.end());
    return std::move(edits_);
  }

 private:
  const Analysis& analysis_;
  std::vector<Edit> edits_;
  std::vector<Override> overrides_;
};

struct Setting {
  AccumulationKey key;
  bool is_there = true;
};

/// To so many times what it is.
std::optional<Setting> set_passes(const Analysis& analysis, const Session& session, int64_t times, OwnEdits& edits) {
  std::vector<AccumulationKey> keys = accumulation_keys(*analysis.config);
  if (keys.empty()) {
    const std::vector<UnsetSetting> unset = unset_accumulation(analysis, session, times);
    if (unset.size() != 1) return std::nullopt;
    edits.add(unset[0]);
    return Setting{{unset[0].key, unset[0].place, 1}, false};
  }
  std::erase_if(keys, [&](const AccumulationKey& key) { return !may_be_honoured(analysis, key); });
  if (keys.size() != 1 || keys[0].span.text() != std::to_string(keys[0].steps)) return std::nullopt;
  edits.set(keys[0].key, keys[0].span, keys[0].steps * times);
  return Setting{keys[0]};
}

}  // namespace

std::optional<AccumulatedBatch> accumulated_batch(const Analysis& analysis, const Session& session, int64_t most) {
  if (!analysis.built || !analysis.built->batch || most < 1) return std::nullopt;
  const model::KeyFact& batch = *analysis.built->batch;
  int64_t size = std::min(most, batch.value - 1);
  while (size > 1 && batch.value % size != 0) --size;
  if (size < 1) return std::nullopt;
  const int64_t times = batch.value / size;
  OwnEdits own(analysis);
  own.set(batch.key, batch.span, size);
  const std::optional<Setting> setting = set_passes(analysis, session, times, own);
  if (!setting) return std::nullopt;
  std::vector<Edit> edits = own.take();
  if (edits.empty()) return std::nullopt;
  const std::optional<Analysis> fitting = try_to_fit(analysis, edits, session);
  if (!fitting || !fits_as_known(analysis, *fitting)) return std::nullopt;
  const Analysis& after = *fitting;
  const AccumulationKey& key = setting->key;
  const int64_t steps = key.steps * times;
  const bool is_done = is_followed(analysis) ? backwards(after) >= times * backwards(analysis)
                                             : setting->is_there || after.experiment->accumulation == steps;
  if (!is_done) return std::nullopt;
  Fix fix{.title = "Set `{0}` to {1} and `{2}` to {3}: the effective batch stays {4}"_words(
              batch.key, size, key.key, steps, batch.value * key.steps),
          .safety = Safety::unsafe,
          .edits = std::move(edits),
          .effect = effect_of(after.outcome)};
  return AccumulatedBatch{size, key, setting->is_there, steps, std::move(fix)};
}

}  // namespace vramlint::rules
