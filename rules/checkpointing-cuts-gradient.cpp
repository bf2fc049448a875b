#include "rules/checkpoint_calls.h"
#include "rules/residents.h"

namespace vramlint::rules {
namespace {
namespace checkpointing_cuts_gradient_rule {

bool is_cut(const Resident& resident) { return resident.trainable && resident.read && !resident.reached; }

/// " `stem` and 2 more get no gradient": of stages that are known whole.
std::string describe_cut(const Analysis& analysis) {
  std::string names;
  size_t count = 0;
  for (const Residents& all : residents(analysis)) {
    for (const ResidentGroup& group : outermost(analysis, all, is_cut)) {
      if (++count <= 3) names += (names.empty() ? "" : ", ") + group.name;
    }
  }
  if (count == 0) return {};
  if (count > 3) names += " and " + std::to_string(count - 3) + " more";
  return " In the simulated step no gradient reaches " + names + ".";
}

/// torch/utils/checkpoint.py, check_backward_validity [1.13.1]: warns "None of the inputs have requires_grad=True.
/// Gradients will be None", and goes on.
void check(const Analysis& analysis, Report& report) {
  for (const CheckpointPlace& place : checkpoint_places(analysis)) {
    if (place.cut == 0) continue;
    const std::string calls = place.cut == 1 ? "" : " (" + std::to_string(place.cut) + " calls)";
    report.add(place.span,
               "This checkpoint cuts the gradient" + calls +
                   ": it is re-entrant, and no tensor that it is given requires a gradient, so its result requires "
                   "none, and the weights inside are not trained." +
                   describe_cut(analysis) + " Pass `use_reentrant=False`, or do not checkpoint this part.");
  }
}

}  // namespace checkpointing_cuts_gradient_rule
}  // namespace

extern const Rule checkpointing_cuts_gradient = {
    .name = "checkpointing-cuts-gradient",
    .code = "VL1021",
    .summary = "A re-entrant checkpoint gets no input that requires a gradient, so that the weights inside get none.",
    .severity = Severity::warning,
    .concern = Concern::run,
    .needs = Stage::build,
    .check = checkpointing_cuts_gradient_rule::check,
};

}  // namespace vramlint::rules
