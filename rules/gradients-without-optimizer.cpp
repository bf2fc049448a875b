#include <algorithm>

#include "rules/residents.h"

namespace vramlint::rules {
namespace {
namespace gradients_without_optimizer_rule {

bool is_without_optimizer(const Resident& resident) {
  return resident.trainable && resident.reached && !resident.optimized;
}

bool has_optimizer(const Residents& all) {
  return std::any_of(all.all.begin(), all.all.end(), [](const Resident& resident) { return resident.optimized; });
}

void check(const Analysis& analysis, Report& report) {
  for (const Residents& all : residents(analysis)) {
    if (!has_optimizer(all)) continue;
    for (const ResidentGroup& group : outermost(analysis, all, is_without_optimizer)) {
      report.add(
          group.made,
          "{0} gets gradients ({1}) in {2}, and no optimizer holds its parameters: they never change, and their "
          "gradients are added up from step to step without being used or cleared. Hand them to an optimizer, or "
          "freeze them with `requires_grad_(False)`."_words(group.name, group.bytes, describe_steps(analysis, all)));
    }
  }
}

}  // namespace gradients_without_optimizer_rule
}  // namespace

extern const Rule gradients_without_optimizer = {
    .name = "gradients-without-optimizer",
    .code = "VL1006",
    .summary = "Parameters get gradients in every step, and no optimizer uses or clears them.",
    .severity = Severity::note,
    .concern = Concern::memory,
    .needs = Stage::build,
    .check = gradients_without_optimizer_rule::check,
    .manual = {}};

}  // namespace vramlint::rules
