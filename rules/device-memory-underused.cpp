#include "rules/largest_batch.h"
#include "rules/learning_rate.h"
#include "rules/peak_story.h"

namespace vramlint::rules {
namespace {
namespace device_memory_underused_rule {

constexpr double kFull = 0.5;  // of the device

/// On request only: of a card that is shared, or of a config that is meant for several cards, an empty half is no
/// mistake, and a run over many configs would say it of most of them.
void check(const Analysis& analysis, Report& report) {
  const ConfigOutcome& outcome = analysis.outcome;
  if (!analysis.device || !outcome.fits.value_or(false)) return;
  const auto peak = static_cast<double>(outcome.peak.process.high.count);
  if (peak >= kFull * static_cast<double>(analysis.device->budget.count)) return;
  const auto batch = batch_headroom(analysis, report.session());
  if (!batch || !batch->fix.effect) return;
  const model::KeyFact& key = *analysis.built->batch;
  const Words rate = describe_learning_rate(analysis, batch->fix, batch->size, report.session());
  const Words room = "The step needs {0}; {1}. `{2}` can rise from {3} to {4}, which needs {5}."_words(
      describe(outcome.peak.process), describe_device(analysis), key.key, key.value, batch->size,
      describe(batch->fix.effect->process));
  const Words change = rate.empty()
                           ? "A larger batch changes training: the learning rate is usually raised with it."_words
                           : sentences({"A larger batch changes training."_words, rate});
  report.add(key.span, sentences({room, change}), {}, {batch->fix});
}

}  // namespace device_memory_underused_rule
}  // namespace

extern const Rule device_memory_underused = {
    .name = "device-memory-underused",
    .code = "VL1030",
    .summary = "A step uses less than half of the device, and a larger batch would fit.",
    .severity = Severity::note,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .on_request = true,
    .check = device_memory_underused_rule::check,
};

}  // namespace vramlint::rules
