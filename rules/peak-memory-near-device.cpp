#include "rules/peak_story.h"

namespace vramlint::rules {
namespace {
namespace peak_memory_near_device_rule {

// What is left for what no analysis sees: another process on the card, a desktop, fragmentation over thousands of
// steps.
constexpr int64_t kSpareParts = 20;  // a twentieth of the device: 5 %

void check(const Analysis& analysis, Report& report) {
  const ConfigOutcome& outcome = analysis.outcome;
  if (!analysis.device || !outcome.fits.value_or(false) || outcome.retries > 0) return;
  const DeviceBudget& device = *analysis.device;
  const Bytes spare = device.memory - outcome.peak.process.point;
  const bool may_exceed = outcome.peak.process.high > device.budget;
  if (!may_exceed && spare.count >= device.memory.count / kSpareParts) return;

  const Words need = describe(outcome.peak.process), has = describe_device(analysis);
  const Words message = may_exceed ? "Training needs {0} at the peak, {1}: it may not fit"_words(need, has)
                                   : "Training needs {0} at the peak, {1}: only {2} are left"_words(need, has, spare);
  report.add(place_of_peak(analysis), "{0}."_words(with_top(message, analysis, 1)), related_places(analysis));
}

}  // namespace peak_memory_near_device_rule
}  // namespace

extern const Rule peak_memory_near_device = {
    .name = "peak-memory-near-device",
    .code = "VL1002",
    .summary = "One training step fits on the device, but with so little to spare that it may still run out of memory.",
    .severity = Severity::warning,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .check = peak_memory_near_device_rule::check,
};

}  // namespace vramlint::rules
