#include "rules/peak_story.h"

namespace vramlint::rules {
namespace {
namespace probe_peak_exceeds_device_rule {

/// What the process held: measured where a CUDA device was, else the measured cache with the context as estimated.
Bytes process_peak(const Measured& measured, const ConfigOutcome& outcome) {
  if (measured.process) return *measured.process;
  const Bytes context = outcome.peak.process.point - outcome.peak.reserved.point;
  return measured.peak_reserved + measured.context.value_or(context);
}

void check(const Analysis& analysis, Report& report) {
  const auto& measured = analysis.outcome.measured;
  if (!measured || !analysis.device) return;
  const Bytes needed = process_peak(*measured, analysis.outcome);
  if (needed <= analysis.device->budget) return;
  report.add(place_of_peak(analysis),
             "Training took {0} at the peak, measured on {1} with torch {2} on {3}, {4}."_words(
                 needed, measured->device, measured->torch, measured->date, describe_device(analysis)),
             related_places(analysis));
}

}  // namespace probe_peak_exceeds_device_rule
}  // namespace

extern const Rule probe_peak_exceeds_device = {
    .name = "probe-peak-exceeds-device",
    .code = "VL1003",
    .summary = "A measured run of this step held more memory than the device has.",
    .severity = Severity::error,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .needs_more = true,
    .check = probe_peak_exceeds_device_rule::check,
};

}  // namespace vramlint::rules
