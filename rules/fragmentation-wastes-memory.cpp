#include "rules/allocators.h"
#include "rules/crowded.h"
#include "rules/peak_story.h"

namespace vramlint::rules {
namespace {
namespace fragmentation_wastes_memory_rule {

constexpr double kLeast = 0.1;    // of what is reserved
constexpr double kCrowded = 0.9;  // of the device

void check(const Analysis& analysis, Report& report) {
  if (!is_crowded(analysis, kCrowded) || analysis.outcome.retries > 0) return;  // those are another rule's
  for (const ReservedBy& one : reserved_by_settings(analysis, false)) {
    if (!one.expandable || one.phase != analysis.outcome.peak_phase) continue;
    const Bytes wasted = one.as_set - *one.expandable;
    if (static_cast<double>(wasted.count) < kLeast * static_cast<double>(one.as_set.count)) continue;
    if (analysis.outcome.peak.process.point - wasted > analysis.device->budget)
      continue;  // it would not fit then either
    report.add(place_of_peak(analysis),
               "Fragmentation takes {0}: PyTorch reserves {1} for {2} allocated. With "
               "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True it reserves {3}."_words(
                   wasted, one.as_set, one.allocated, *one.expandable));
    return;
  }
}

}  // namespace fragmentation_wastes_memory_rule
}  // namespace

extern const Rule fragmentation_wastes_memory = {
    .name = "fragmentation-wastes-memory",
    .code = "VL1017",
    .summary =
        "Much of a peak that is too high lies in pieces that the allocator cannot use, and expandable segments would "
        "free it.",
    .severity = Severity::warning,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .check = fragmentation_wastes_memory_rule::check,
};

}  // namespace vramlint::rules
