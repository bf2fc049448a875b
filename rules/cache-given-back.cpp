#include "rules/largest_batch.h"
#include "rules/peak_story.h"

namespace vramlint::rules {
namespace {
namespace cache_given_back_rule {

bool gives_back(const Analysis& analysis) {
  return analysis.device && analysis.outcome.fits.value_or(false) && analysis.outcome.retries > 0;
}

Words describe_verdict(const Analysis& analysis) {
  const int64_t retries = analysis.outcome.retries;
  const Words often = retries == 1 ? "once"_words : "{0} times"_words(retries);
  const Words verdict =
      "Training fits ({0}), but only because the allocator, {1} in the first two steps, finds no room, gives back its "
      "cache and asks the driver again, which makes steps slow"_words(describe_device(analysis), often);
  return "{0}."_words(with_top(verdict, analysis, 1));
}

void brief(const Analysis& analysis, Report& report) {
  if (gives_back(analysis)) report.add(place_of_peak(analysis), describe_verdict(analysis), related_places(analysis));
}

void check(const Analysis& analysis, Report& report) {
  if (!gives_back(analysis)) return;
  Words message = describe_verdict(analysis);
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
    .brief = cache_given_back_rule::brief,
};

}  // namespace vramlint::rules
