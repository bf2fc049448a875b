#include "rule.h"
#include "rules/kept_results.h"

namespace vramlint::rules {
namespace {
namespace training_keeps_results_rule {

Words describe(const model::KeptResults& kept, const std::string& place) {
  if (kept.turns == 0)
    return "`{0}`: {1} of each training iteration stay on the GPU, so that memory grows from iteration to iteration; 100 iterations hold {2}."_words(
        place, kept.bytes, kept.bytes * model::kTurnsTaken);
  return "`{0}`: {1} of each training iteration stay on the GPU, {2} after {3} iterations."_words(
      place, kept.bytes, kept.bytes * kept.turns, kept.turns);
}

void check(const Analysis& analysis, Report& report) {
  for (const model::KeptResults* kept : kept_by_loops(analysis, true))
    report_kept(*kept, report, describe(*kept, std::string(kept->places.front().text())),
                {"Keep a number (`.item()`), or move the tensor to the host (`.detach().cpu()`)."_words,
                 kept->turns > 0 ? "The estimated peak has all of them."_words
                                 : "The estimated peak has those of 100 iterations."_words});
}

}  // namespace training_keeps_results_rule
}  // namespace

extern const Rule training_keeps_results = {
    .name = "training-keeps-results",
    .code = "VL1040",
    .summary = "The training loop keeps tensors of every iteration on the GPU.",
    .severity = Severity::warning,
    .concern = Concern::memory,
    .needs = Stage::build,
    .check = training_keeps_results_rule::check,
};

}  // namespace vramlint::rules
