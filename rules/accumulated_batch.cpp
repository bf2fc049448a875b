#include "rules/accumulated_batch.h"

#include <algorithm>

#include "rules/accumulation_keys.h"
#include "rules/effect.h"
#include "rules/harm.h"
#include "rules/leaf_overrides.h"

namespace vramlint::rules {
namespace {

/// Read by the program and of some effect; without a program, what the recipe takes for it.
bool is_honoured(const Analysis& analysis, const AccumulationKey& key) {
  if (!analysis.usage) return analysis.experiment->accumulation == key.steps && key.steps > 1;
  const auto is_key = [&](const auto& one) { return one.key == key.key || key.key.starts_with(one.key + "."); };
  const usage::Usage& usage = *analysis.usage;
  const bool is_read = std::any_of(usage.keys.begin(), usage.keys.end(), [&](const usage::KeyUse& use) {
    return use.key == key.key && (use.state == "read" || use.state == "used");
  });
  return is_read && std::none_of(usage.unread.begin(), usage.unread.end(), is_key) &&
         std::none_of(usage.ineffective.begin(), usage.ineffective.end(), is_key) &&
         std::none_of(usage.dormant.begin(), usage.dormant.end(), is_key);
}

}  // namespace

std::optional<Fix> accumulated_batch(const Analysis& analysis, const Session& session, int64_t most) {
  if (!analysis.built || !analysis.built->batch || most < 1) return std::nullopt;
  const model::KeyFact& batch = *analysis.built->batch;
  std::vector<AccumulationKey> keys = accumulation_keys(*analysis.config);
  std::erase_if(keys, [&](const AccumulationKey& key) { return !is_honoured(analysis, key); });
  if (keys.size() != 1 || keys[0].span.text() != std::to_string(keys[0].steps)) return std::nullopt;
  const AccumulationKey& key = keys[0];

  int64_t size = std::min(most, batch.value - 1);
  while (size > 1 && batch.value % size != 0) --size;
  if (size < 1) return std::nullopt;
  const int64_t steps = key.steps * (batch.value / size);
  std::vector<Edit> edits = own_edits(analysis, batch.key, batch.span, std::to_string(size));
  const std::vector<Edit> more = own_edits(analysis, key.key, key.span, std::to_string(steps));
  if (edits.empty() || more.empty()) return std::nullopt;
  edits.insert(edits.end(), more.begin(), more.end());
  const Analysis after = what_if(analysis, edits, session);
  if (!fits_as_known(analysis, after)) return std::nullopt;
  const ConfigOutcome& outcome = after.outcome;
  return Fix{.title = "Set `{0}` to {1} and `{2}` to {3}: the effective batch stays {4}"_words(
                 batch.key, size, key.key, steps, batch.value * key.steps),
             .safety = Safety::unsafe,
             .edits = std::move(edits),
             .effect = effect_of(outcome)};
}

}  // namespace vramlint::rules
