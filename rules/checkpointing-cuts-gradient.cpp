#include "rules/checkpoint_calls.h"
#include "rules/residents.h"

namespace vramlint::rules {
namespace {
namespace checkpointing_cuts_gradient_rule {

bool is_cut(const Resident& resident) { return resident.trainable && resident.read && !resident.reached; }

/// Of stages that are known whole.
Words describe_cut(const Analysis& analysis) {
  std::vector<Words> names;
  for (const Residents& all : residents(analysis)) {
    for (const ResidentGroup& group : outermost(analysis, all, is_cut)) names.push_back(group.name);
  }
  if (names.empty()) return {};
  return "In the simulated step no gradient reaches {0}."_words(first_of(names));
}

/// torch/utils/checkpoint.py, check_backward_validity [1.13.1]: warns "None of the inputs have requires_grad=True.
/// Gradients will be None", and goes on.
void check(const Analysis& analysis, Report& report) {
  for (const CheckpointPlace& place : checkpoint_places(analysis)) {
    if (place.cut == 0) continue;
    const Words cut = place.cut == 1 ? "This checkpoint cuts the gradient"_words
                                     : "This checkpoint cuts the gradient ({0} calls)"_words(place.cut);
    report.add(
        place.span,
        sentences({"{0}: it is re-entrant, and no tensor that it is given requires a gradient, so its result "
                   "requires none, and the weights inside are not trained."_words(cut),
                   describe_cut(analysis), "Pass `use_reentrant=False`, or do not checkpoint this part."_words}));
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
