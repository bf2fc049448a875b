#include "rules/largest_batch.h"
#include "rules/peak_story.h"

namespace vramlint::rules {
namespace {
namespace cache_given_back_rule {

void check(const Analysis& analysis, Report& report) {
  const ConfigOutcome& outcome = analysis.outcome;
  if (!analysis.device || !outcome.fits.value_or(false) || outcome.retries == 0) return;

  const Words often = outcome.retries == 1 ? "once"_words : "{0} times"_words(outcome.retries);
  const Words verdict =
      "Training fits ({0}), but only because the allocator, {1} in the first two steps, finds no room, gives back its "
      "cache and asks the driver again, which makes steps slow"_words(describe_device(analysis), often);
  Words message = "{0}."_words(with_top(verdict, analysis, 1));
  std::vector<Fix> fixes;
  if (const auto batch = largest_calm_batch(analysis, report.session()); batch && batch->calm > 0) {
    message = sentences({message, "A batch of {0} needs none of that."_words(batch->calm)});
    fixes.push_back(batch->fix);
  }
  report.add(place_of_peak(analysis), std::move(message), related_places(analysis), std::move(fixes));
}

}  // namespace cache_given_back_rule
}  // namespace

extern const Rule cache_given_back = {
    .name = "cache-given-back",
    .code = "VL1011",
    .summary = "One training step fits on the device only because the allocator gives back its cache and tries again.",
    .severity = Severity::warning,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .check = cache_given_back_rule::check,
};

}  // namespace vramlint::rules
