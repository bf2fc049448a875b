#include "rule.h"
#include "rules/kept_results.h"

namespace vramlint::rules {
namespace {
namespace evaluation_keeps_results_rule {

Words of_history(const model::KeptResults& kept, const std::string& place) {
  if (kept.turns == 0)
    return "`{0}`: autograd keeps {1} of each batch until the loop over the loader ends, for the result is kept with its history; 100 batches hold {2}."_words(
        place, kept.bytes, kept.bytes * model::kTurnsTaken);
  return "`{0}`: autograd keeps {1} of each batch until the loop over the loader ends, {2} with its {3} batches, for the result is kept with its history."_words(
      place, kept.bytes, kept.bytes * kept.turns, kept.turns);
}

Words describe(const model::KeptResults& kept, const std::string& place) {
  if (kept.of == model::KeptResults::Of::history) return of_history(kept, place);
  if (kept.turns == 0)
    return "`{0}`: {1} of each batch stay on the GPU until the loop over the loader ends, so that memory grows with the data; 100 batches hold {2}."_words(
        place, kept.bytes, kept.bytes * model::kTurnsTaken);
  return "`{0}`: {1} of each batch stay on the GPU until the loop over the loader ends, {2} with its {3} batches."_words(
      place, kept.bytes, kept.bytes * kept.turns, kept.turns);
}

void check(const Analysis& analysis, Report& report) {
  for (const model::KeptResults* kept : kept_by_loops(analysis, false))
    report_kept(*kept, report, describe(*kept, std::string(kept->places.front().text())),
                {kept->of == model::KeptResults::Of::history
                     ? "Run the loop under `torch.no_grad()`, or keep numbers (`.item()`)."_words
                     : "Move each result to the host first (`.cpu()`), or update the metric batch by batch."_words,
                 kept->turns > 0 ? "The estimated peak has all of them."_words
                                 : "The estimated peak has those of a few batches."_words});
}

}  // namespace evaluation_keeps_results_rule
}  // namespace

extern const Rule evaluation_keeps_results = {
    .name = "evaluation-keeps-results",
    .code = "VL1039",
    .summary = "A loop that does not train keeps the results of every batch on the GPU.",
    .severity = Severity::warning,
    .concern = Concern::memory,
    .needs = Stage::build,
    .check = evaluation_keeps_results_rule::check,
};

}  // namespace vramlint::rules
