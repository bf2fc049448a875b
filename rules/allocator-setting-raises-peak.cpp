#include "rules/allocators.h"
#include "rules/peak_story.h"

namespace vramlint::rules {
namespace {
namespace allocator_setting_raises_peak_rule {

constexpr double kLeast = 0.05;  // of what is reserved
constexpr Bytes kLeastBytes{int64_t{256} << 20};

void check(const Analysis& analysis, Report& report) {
  for (const ReservedBy& one : reserved_by_settings(analysis, true)) {
    const Bytes wasted = one.as_set - one.by_default;
    if (wasted < kLeastBytes) continue;
    if (static_cast<double>(wasted.count) < kLeast * static_cast<double>(one.as_set.count)) continue;
    Words message =
        "This allocator setting raises what PyTorch reserves from {0} to {1} (phase `{2}`, {3} allocated)"_words(
            one.by_default, one.as_set, one.phase, one.allocated);
    if (one.expandable && *one.expandable < one.by_default)
      message = "{0}; with `expandable_segments:True` instead it is {1}"_words(message, *one.expandable);
    report.add(one.place ? one.place : place_of_peak(analysis), "{0}."_words(message));
    return;
  }
}

}  // namespace allocator_setting_raises_peak_rule
}  // namespace

extern const Rule allocator_setting_raises_peak = {
    .name = "allocator-setting-raises-peak",
    .code = "VL1016",
    .summary = "PYTORCH_CUDA_ALLOC_CONF makes the caching allocator reserve more than it would by default.",
    .severity = Severity::warning,
    .concern = Concern::memory,
    .needs = Stage::build,
    .check = allocator_setting_raises_peak_rule::check,
};

}  // namespace vramlint::rules
