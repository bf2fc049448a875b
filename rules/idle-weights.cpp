#include <algorithm>

#include "rules/residents.h"

namespace vramlint::rules {
namespace {
namespace idle_weights_rule {

// What is not larger shares its segment with other small tensors, so that taking it away may give nothing back:
// kSmallSize of c10/cuda/CUDACachingAllocator.cpp [1.13.1], [2.4].
constexpr Bytes kWorthTelling = kMiB;

bool is_idle(const Resident& resident) { return !resident.read && !resident.made; }

struct Idle {
  Span made;
  Words what, steps;
};

/// A tensor that a variable of the program holds: nothing tells where it was made, and it is no weight.
bool is_left_over(const Analysis& analysis, const Residents& all, const ResidentGroup& group) {
  const config::Experiment& stage = config::stage_at(*analysis.experiment, all.stage);
  return !stage.model && group.made == stage.programs.front().span;
}

/// Several stages may make the same module.
std::vector<Idle> idle_weights_of(const Analysis& analysis) {
  std::vector<Idle> found;
  for (const Residents& all : residents(analysis)) {
    Bytes idle;
    for (const Resident& resident : all.all) idle += is_idle(resident) ? resident.bytes : Bytes();
    if (idle <= kWorthTelling) continue;  // counters of batches always are
    const Words steps = describe_steps(analysis, all);
    for (const ResidentGroup& group : outermost(analysis, all, is_idle)) {
      if (group.bytes <= kWorthTelling || is_left_over(analysis, all, group)) continue;
      Words what = "{0} ({1})"_words(group.name, group.bytes);
      const auto same = std::find_if(found.begin(), found.end(),
                                     [&](const Idle& known) { return known.made == group.made && known.what == what; });
      if (same == found.end())
        found.push_back({group.made, std::move(what), steps});
      else
        same->steps = "{0} or {1}"_words(same->steps, steps);
    }
  }
  return found;
}

void check(const Analysis& analysis, Report& report) {
  for (const Idle& idle : idle_weights_of(analysis)) {
    report.add(
        idle.made,
        "{0} stays on the GPU, and no operator of {1} reads it. What nothing needs any more can be deleted; what "
        "only something outside of these steps needs can wait on the host."_words(idle.what, idle.steps));
  }
}

}  // namespace idle_weights_rule
}  // namespace

extern const Rule idle_weights = {
    .name = "idle-weights",
    .code = "VL1005",
    .summary = "Weights stay on the GPU during the training, and no operator of its steps reads them.",
    .severity = Severity::note,
    .concern = Concern::memory,
    .needs = Stage::build,
    .check = idle_weights_rule::check,
    .manual = {}};

}  // namespace vramlint::rules
