#include "rules/checkpoint_calls.h"

namespace vramlint::rules {
namespace {
namespace checkpointed_twice_rule {

void check(const Analysis& analysis, Report& report) {
  for (const CheckpointPlace& place : checkpoint_places(analysis)) {
    if (!place.within) continue;
    report.add(place.span,
               "This checkpoint runs inside of another one: its part is computed three times a step, in forward, when "
               "the outer part is computed again, and when the inner part is. That pays only where the outer part is "
               "too large to be computed again at once; else leave one of the two out."_words,
               {{*place.within, "the outer checkpoint"_words}});
  }
}

}  // namespace checkpointed_twice_rule
}  // namespace

extern const Rule checkpointed_twice = {
    .name = "checkpointed-twice",
    .code = "VL1023",
    .summary = "A checkpoint runs inside of another checkpoint, so that its part is computed three times.",
    .severity = Severity::note,
    .concern = Concern::memory,
    .needs = Stage::build,
    .check = checkpointed_twice_rule::check,
};

}  // namespace vramlint::rules
