#include "rules/largest_batch.h"

#include <algorithm>
#include <map>
#include <string>

#include "rules/effect.h"
#include "rules/leaf_overrides.h"
#include "rules/setting_steps.h"
#include "rules/trial.h"

namespace vramlint::rules {
namespace {

Session with_spare(Session session) {
  session.spare = kSpare;
  return session;
}

/// One config, tried with one batch after another.
class BatchTrial {
 public:
  BatchTrial(const Analysis& analysis, const Session& session, const model::KeyFact& key,
             std::vector<const model::KeyFact*> others = {})
      : analysis_(analysis),
        session_(session),
        spared_(with_spare(session)),
        key_(key),
        others_(std::move(others)),
        edits_own_file_(can_edit_own_file()) {}

  std::vector<Edit> edits(int64_t batch) const {
    const std::string text = std::to_string(batch);
    std::vector<Edit> edits{{key_.span, text}};
    if (edits_own_file_) edits = own_edits(analysis_, key_.key, key_.span, text);
    for (const model::KeyFact* other : others_)
      if (other->value > batch) edits.push_back({other->span, text});
    return edits;
  }
  /// What is in a base is changed for other configs, too: shown, never applied.
  Safety safety() const { return edits_own_file_ ? Safety::unsafe : Safety::display; }

  ConfigOutcome outcome_with(int64_t batch) const { return what_if(analysis_, edits(batch), session_).outcome; }

  /// Empty when that batch cannot be estimated. More room may fragment otherwise: it has to fit with and without what
  /// is left free.
  std::optional<FixEffect> run(int64_t batch) {
    const std::optional<FixEffect> effect = simulated(batch);
    if (effect) known_.emplace(batch, *effect);
    return effect;
  }

  /// What was run, by the batch.
  const std::map<int64_t, FixEffect>& known() const { return known_; }

 private:
  std::optional<FixEffect> simulated(int64_t batch) const {
    FixEffect alone;
    const std::optional<Analysis> spared = try_to_fit(analysis_, edits(batch), spared_, &alone);
    if (!spared) return alone;
    if (!spared->outcome.fits) return std::nullopt;
    if (!*spared->outcome.fits) return effect_of(spared->outcome);
    const ConfigOutcome whole = what_if(analysis_, edits(batch), session_).outcome;
    if (!whole.fits) return std::nullopt;
    FixEffect effect = effect_of(whole);
    effect.retries = std::max(whole.retries, spared->outcome.retries);
    return effect;
  }

  bool can_edit_own_file() const {
    if (key_.span.source == analysis_.source) return true;
    const std::vector<Edit> same = own_edits(analysis_, key_.key, key_.span, std::to_string(key_.value));
    if (same.empty()) return false;
    const Analysis after = what_if(analysis_, same, session_);
    return after.built && after.built->batch && after.built->batch->value == key_.value &&
           after.built->batch->span.source != key_.span.source &&
           after.outcome.peak.allocated.point == analysis_.outcome.peak.allocated.point;
  }

  const Analysis& analysis_;
  const Session session_, spared_;
  const model::KeyFact& key_;
  const std::vector<const model::KeyFact*> others_;
  const bool edits_own_file_;
  std::map<int64_t, FixEffect> known_;
};

struct Found {
  int64_t batch = 0;  ///< 0: none
  FixEffect effect;
  bool refused = false;  ///< some that were tried could not be estimated
};

/// The largest from `found` on and below `exceeding` that is good enough. A batch that cannot be estimated, as one that
/// an assertion does not let pass, is none; empty where no batch can.
template <typename Good>
std::optional<Found> largest_below(int64_t exceeding, BatchTrial& trial, const Good& good, Found found = {}) {
  for (const auto& [batch, effect] : trial.known()) {
    if (batch <= found.batch || batch >= exceeding) continue;
    if (good(effect))
      found = {batch, effect, found.refused};
    else
      exceeding = batch;
  }
  while (exceeding - found.batch > 1) {
    const int64_t batch = found.batch + (exceeding - found.batch) / 2;
    const std::optional<FixEffect> tried = trial.run(batch);
    if (tried && good(*tried)) {
      found = {batch, *tried, found.refused};
    } else {
      found.refused |= !tried;
      exceeding = batch;
    }
  }
  return found.batch == 0 && found.refused ? std::nullopt : std::optional(found);
}

bool fits(const FixEffect& effect) { return *effect.fits; }
bool fits_calmly(const FixEffect& effect) { return *effect.fits && effect.retries == 0; }

Fix setting(const model::KeyFact& key, Form title, const BatchTrial& trial, const Found& found) {
  return {.title = title(key.key, found.batch),
          .safety = trial.safety(),
          .edits = trial.edits(found.batch),
          .effect = found.effect};
}

bool is_number(const model::KeyFact& key, const Session& session) {
  return is_spelt_out(key.span) && session.files.read(key.span.source->path()).source == key.span.source;
}

/// The key that sets the batch, where a number can be put in its place.
const model::KeyFact* batch_key(const Analysis& analysis, const Session& session) {
  if (!analysis.built || !analysis.built->batch) return nullptr;
  const model::KeyFact& key = *analysis.built->batch;
  return is_number(key, session) ? &key : nullptr;
}

/// Those of other phases, where numbers can be put in their places.
std::vector<const model::KeyFact*> other_batches(const Analysis& analysis, const Session& session) {
  std::vector<const model::KeyFact*> found;
  for (const model::KeyFact& key : analysis.built->batches) {
    if (key.key == analysis.built->batch->key) continue;
    if (key.span.source == analysis.source && is_number(key, session)) found.push_back(&key);
  }
  return found;
}

/// With a batch of 1 a phase that needs as much as before has the peak: its batch is another, as a validation's is.
bool has_other_batch(const ConfigOutcome& before, const ConfigOutcome& with_one) {
  const auto is_highest = [&](const PhasePeak& phase) { return phase.name == with_one.peak_phase; };
  const auto was = std::find_if(before.phases.begin(), before.phases.end(), is_highest);
  return was == before.phases.end() || with_one.peak.allocated.point >= was->peak.allocated.point;
}

std::vector<std::string> lowered(const std::vector<const model::KeyFact*>& keys, int64_t batch) {
  std::vector<std::string> names;
  for (const model::KeyFact* key : keys)
    if (key->value > batch) names.push_back(key->key);
  return names;
}

Fix setting_all(const model::KeyFact& key, const std::vector<std::string>& others, const BatchTrial& trial,
                const Found& found) {
  Fix fix = setting(key,
                    found.refused ? "Set `{0}` to {1}, a batch that fits"_words
                                  : "Set `{0}` to {1}, the largest batch that fits"_words,
                    trial, found);
  std::vector<Words> names;
  for (const std::string& other : others) names.push_back(Words("`" + other + "`"));
  if (!names.empty())
    fix.title =
        "Set `{0}` to {1}, the largest batch that fits, and {2} to no more"_words(key.key, found.batch, listed(names));
  return fix;
}

/// Of what was found of one trial.
std::optional<LargestBatch> described(const model::KeyFact& key, const std::vector<const model::KeyFact*>& others,
                                      BatchTrial& trial, const Found& largest) {
  const std::optional<Found> calm =
      largest.effect.retries == 0 ? largest : largest_below(largest.batch, trial, fits_calmly);
  const std::vector<std::string> with = lowered(others, largest.batch);
  return LargestBatch{.size = largest.batch,
                      .calm = calm ? calm->batch : 0,
                      .fix = setting_all(key, with, trial, largest),
                      .others = with,
                      .refused = largest.refused};
}

/// Training fits as it is, and one other batch, as validation's, does not.
std::optional<LargestBatch> of_other(const Analysis& analysis, const Session& session, const model::KeyFact& key) {
  BatchTrial alone(analysis, session, key);
  const std::optional<Found> largest = largest_below(key.value, alone, fits);
  if (!largest || largest->batch == 0) return std::nullopt;
  Fix fix = setting(key, "Set `{0}` to {1}, the largest that fits: training stays as it is"_words, alone, *largest);
  if (fix.safety == Safety::unsafe) fix.safety = Safety::safe;
  return LargestBatch{.size = largest->batch, .calm = largest->batch, .fix = std::move(fix), .instead = key.key};
}

}  // namespace

std::optional<LargestBatch> largest_batch(const Analysis& analysis, const Session& session) {
  const model::KeyFact* key = batch_key(analysis, session);
  if (!key) return std::nullopt;
  BatchTrial alone(analysis, session, *key);
  std::optional<Found> largest = largest_below(key->value, alone, fits);
  if (!largest) return std::nullopt;
  if (largest->batch > 0) return described(*key, {}, alone, *largest);
  const ConfigOutcome with_one = key->value > 1 ? alone.outcome_with(1) : analysis.outcome;
  const std::vector<const model::KeyFact*> others = other_batches(analysis, session);
  const bool is_other = key->value > 1 && has_other_batch(analysis.outcome, with_one);
  if (others.empty() && is_other) return std::nullopt;
  if (others.empty()) return LargestBatch{.with_one = with_one.peak.process};
  BatchTrial together(analysis, session, *key, others);
  largest = largest_below(key->value + 1, together, fits);
  if (!largest) return std::nullopt;
  const std::vector<std::string> with = lowered(others, largest->batch);
  if (largest->batch == key->value && with.size() == 1) {
    const auto other =
        std::find_if(others.begin(), others.end(), [&](const auto* each) { return each->key == with[0]; });
    if (auto alone_fits = of_other(analysis, session, **other)) return alone_fits;
  }
  if (largest->batch > 0) return described(*key, others, together, *largest);
  return LargestBatch{.with_one = together.outcome_with(1).peak.process};
}

bool fits_with_one(const Analysis& analysis, const Session& session) {
  const model::KeyFact* key = batch_key(analysis, session);
  if (!key || key->value < 2) return false;
  const std::optional<FixEffect> effect = BatchTrial(analysis, session, *key).run(1);
  return effect && fits(*effect);
}

std::optional<LargestBatch> largest_calm_batch(const Analysis& analysis, const Session& session) {
  const model::KeyFact* key = batch_key(analysis, session);
  if (!key) return std::nullopt;
  BatchTrial trial(analysis, session, *key);
  const std::optional<Found> calm = largest_below(key->value, trial, fits_calmly);
  if (!calm) return std::nullopt;
  return LargestBatch{
      .size = key->value,
      .calm = calm->batch,
      .fix = setting(*key, "Set `{0}` to {1}, the largest batch that needs no retries"_words, trial, *calm)};
}

std::optional<LargestBatch> batch_headroom(const Analysis& analysis, const Session& session) {
  constexpr int64_t kMostTimes = 1024;
  const model::KeyFact* key = batch_key(analysis, session);
  if (!key || !analysis.outcome.fits.value_or(false)) return std::nullopt;
  BatchTrial trial(analysis, session, *key);
  const auto fits_surely = [&](const FixEffect& effect) {
    return fits_calmly(effect) && effect.process.high <= analysis.device->budget;
  };
  Found found{key->value, effect_of(analysis.outcome)};
  for (int64_t times = 2; times <= kMostTimes; times *= 2) {
    const std::optional<FixEffect> tried = trial.run(key->value * times);
    if (tried && fits_surely(*tried)) {
      found = {key->value * times, *tried};
      continue;
    }
    if (const auto most = tried ? largest_below(key->value * times, trial, fits_surely, found) : std::nullopt)
      found = *most;
    break;
  }
  if (found.batch == key->value) return std::nullopt;
  return LargestBatch{.size = found.batch,
                      .calm = found.batch,
                      .fix = setting(*key, "Set `{0}` to {1}, the largest batch that fits"_words, trial, found)};
}

}  // namespace vramlint::rules
