#include <algorithm>

#include "rule.h"

namespace vramlint::rules {
namespace {
namespace evaluation_keeps_results_rule {

constexpr Bytes kWorthTelling{int64_t{32} << 20};
constexpr int64_t kBatchesTaken = 100;  // where nobody knows how many there are

Words describe(const model::KeptResults& kept) {
  const std::string place(kept.places.front().text());
  if (kept.batches == 0)
    return "`{0}`: {1} of each batch stay on the GPU until the loop over the loader ends, so that memory grows with the data; 100 batches hold {2}."_words(
        place, kept.bytes, kept.bytes * kBatchesTaken);
  return "`{0}`: {1} of each batch stay on the GPU until the loop over the loader ends, {2} with its {3} batches."_words(
      place, kept.bytes, kept.bytes * kept.batches, kept.batches);
}

void check(const Analysis& analysis, Report& report) {
  if (!analysis.built) return;
  std::vector<Span> told;
  for (const model::KeptResults& kept : analysis.built->kept_in_all) {
    const Bytes all = kept.bytes * (kept.batches > 0 ? kept.batches : kBatchesTaken);
    if (kept.batches == 1 || all < kWorthTelling) continue;
    if (std::find(told.begin(), told.end(), kept.places.front()) != told.end()) continue;
    told.push_back(kept.places.front());
    std::vector<Related> related;
    for (size_t i = 1; i < kept.places.size(); ++i) related.push_back({kept.places[i], "kept here, too"_words});
    report.add(kept.places.front(),
               sentences({describe(kept),
                          "Move each result to the host first (`.cpu()`), or update the metric batch by batch."_words,
                          kept.batches > 0 ? "The estimated peak has all of them."_words
                                           : "The estimated peak has those of a few batches."_words}),
               std::move(related));
  }
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
