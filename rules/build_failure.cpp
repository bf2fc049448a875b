#include "rules/build_failure.h"

namespace vramlint::rules {

namespace {

void report_one(const Analysis& analysis, Report& report, const model::BuildFailure& failure) {
  Span place = failure.span;
  std::vector<Related> related;
  bool at_key = false;
  for (const auto& key : failure.keys) {
    if (!key.span) continue;
    if (!at_key) {
      place = key.span;
      at_key = true;
    } else {
      related.push_back({key.span, "`" + key.key + "` contributes to the error"});
    }
  }
  if (at_key && failure.span && failure.span != place) related.push_back({failure.span, "it fails here"});
  for (const Span& call : failure.calls) {
    if (call && call != failure.span) related.push_back({call, "called from here"});
  }
  if (!place && analysis.source != nullptr) place = {analysis.source, 0, 0};
  const bool only = !analysis.built && analysis.failures.size() == 1;
  const std::string where = only || failure.phase.empty() ? "" : " (in `" + failure.phase + "`)";
  report.add(place, failure.message + where, std::move(related));
}

}  // namespace

void report_failure(const Analysis& analysis, Report& report, model::BuildFailure::Kind kind) {
  for (const model::BuildFailure& failure : analysis.failures) {
    if (failure.kind == kind) report_one(analysis, report, failure);
  }
}

}  // namespace vramlint::rules
