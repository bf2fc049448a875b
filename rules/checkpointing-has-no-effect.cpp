#include "rules/checkpoint_calls.h"

namespace vramlint::rules {
namespace {
namespace checkpointing_has_no_effect_rule {

void check(const Analysis& analysis, Report& report) {
  for (const CheckpointPlace& place : checkpoint_places(analysis)) {
    if (place.idle != place.calls) continue;
    const Words subject = place.calls == 1 ? "The checkpoint here does nothing"_words
                                           : "The {0} checkpoints here do nothing"_words(place.calls);
    report.add(place.span,
               "{0}: in every training step either no gradients are recorded (`torch.no_grad()`), or nothing inside "
               "needs one, so that no activation is kept with or without it. Memory that is short has to be saved "
               "elsewhere."_words(subject));
  }
}

}  // namespace checkpointing_has_no_effect_rule
}  // namespace

extern const Rule checkpointing_has_no_effect = {
    .name = "checkpointing-has-no-effect",
    .code = "VL1022",
    .summary = "A part is checkpointed that keeps no activations anyway, because nothing in it needs a gradient.",
    .severity = Severity::note,
    .concern = Concern::idle,
    .needs = Stage::build,
    .check = checkpointing_has_no_effect_rule::check,
};

}  // namespace vramlint::rules
