#include "rules/build_failure.h"

namespace vramlint::rules {

void report_failure(const Analysis& analysis, Report& report, model::BuildFailure::Kind kind) {
  if (!analysis.failure || analysis.failure->kind != kind) return;
  const model::BuildFailure& failure = *analysis.failure;
  Span place = failure.span;
  std::vector<Related> related;
  bool at_key = false;
  for (const auto& key : failure.keys) {
    if (!key.span) continue;
    if (!at_key) {
      place = key.span;
      at_key = true;
    } else {
      related.push_back({key.span, "`" + key.key + "` takes part"});
    }
  }
  if (at_key && failure.span && failure.span != place) related.push_back({failure.span, "it fails here"});
  for (const Span& call : failure.calls) {
    if (call && call != failure.span) related.push_back({call, "called from here"});
  }
  if (!place && analysis.source != nullptr) place = {analysis.source, 0, 0};
  report.add(place, failure.message, std::move(related));
}

}  // namespace vramlint::rules
