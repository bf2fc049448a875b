#include "rules/largest_batch.h"

#include <string>

namespace vramlint::rules {
namespace {

/// One config, tried with one batch after another.
class BatchTrial {
 public:
  BatchTrial(const Analysis& analysis, const Session& session, const model::KeyFact& key)
      : analysis_(analysis), session_(session), key_(key) {}

  std::vector<Edit> edits(int64_t batch) const { return {{key_.span, std::to_string(batch)}}; }

  /// Empty when that batch cannot be estimated.
  std::optional<FixEffect> run(int64_t batch) const {
    const ConfigOutcome outcome = what_if(analysis_, edits(batch), session_).outcome;
    if (!outcome.fits) return std::nullopt;
    return FixEffect{outcome.peak.allocated, outcome.peak.process, *outcome.fits};
  }

 private:
  const Analysis& analysis_;
  const Session& session_;
  const model::KeyFact& key_;
};

}  // namespace

std::optional<LargestBatch> largest_batch(const Analysis& analysis, const Session& session) {
  if (!analysis.built || !analysis.built->batch) return std::nullopt;
  const model::KeyFact& key = *analysis.built->batch;
  if (key.span.text() != std::to_string(key.value)) return std::nullopt;
  if (session.files.read(key.span.source->path()).source != key.span.source) return std::nullopt;

  const BatchTrial trial(analysis, session, key);
  int64_t fitting = 0, exceeding = key.value;  // the first fits (0: nothing known to), the second does not
  FixEffect effect;
  while (exceeding - fitting > 1) {
    const int64_t batch = fitting + (exceeding - fitting) / 2;
    const std::optional<FixEffect> tried = trial.run(batch);
    if (!tried) return std::nullopt;
    if (*tried->fits) {
      fitting = batch;
      effect = *tried;
    } else {
      exceeding = batch;
    }
  }
  if (fitting == 0) return LargestBatch{};
  return LargestBatch{fitting,
                      {.title = "Set `" + key.key + "` to " + std::to_string(fitting) + ", the largest batch that fits",
                       .safety = Safety::unsafe,
                       .edits = trial.edits(fitting),
                       .effect = effect}};
}

}  // namespace vramlint::rules
