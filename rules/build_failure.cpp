#include "rules/build_failure.h"

#include <algorithm>

#include "base/files.h"
#include "rules/mending_flags.h"

namespace vramlint::rules {

namespace {

/// What a dialect's own words say stands in no file of the user's.
bool is_file(const Span& place, const Session& session) {
  return place && session.files.read(place.source->path()).error != ReadError::not_found;
}

/// Another finding tells the error that it comes of.
bool is_explained(const Analysis& analysis, const model::BuildFailure& failure) {
  using Kind = model::BuildFailure::Kind;
  if (failure.kind != Kind::unsupported && failure.kind != Kind::unknown_batch) return false;
  const auto names = [&](const std::string& error) { return failure.message.find(error) != std::string::npos; };
  const bool is_raised = std::ranges::any_of(analysis.failures, [&](const model::BuildFailure& other) {
    return other.kind == Kind::raised && names(other.message);
  });
  return is_raised || (analysis.usage && std::ranges::any_of(analysis.usage->stops, [&](const usage::Stop& stop) {
                         return names(stop.error);
                       }));
}

void report_one(const Analysis& analysis, Report& report, const model::BuildFailure& failure) {
  Span place = failure.span;
  std::vector<Related> related;
  bool at_key = false;
  for (const auto& key : failure.keys) {
    if (!key.span || key.key.empty()) continue;
    if (!at_key) {
      place = key.span;
      at_key = true;
    } else {
      related.push_back({key.span, "`{0}` contributes to the error"_words(key.key)});
    }
  }
  if (const Span section = at_key || failure.kind != model::BuildFailure::Kind::raised
                               ? Span()
                               : section_of(analysis, failure, report.session())) {
    place = section;
    at_key = true;
  }
  if (at_key && failure.span && failure.span != place) related.push_back({failure.span, "it fails here"_words});
  for (const Span& call : failure.calls) {
    if (call && call != failure.span) related.push_back({call, "called from here"_words});
  }
  if (!is_file(place, report.session()) && analysis.source != nullptr) place = {analysis.source, 0, 0};
  const bool only = !analysis.built && analysis.failures.size() == 1;
  const bool is_told = only || failure.phase.empty();
  Words message = is_told ? Words(failure.message) : "{0} (in `{1}`)"_words(failure.message, failure.phase);
  std::vector<Fix> fixes;
  if (auto flag = only && failure.kind == model::BuildFailure::Kind::raised
                      ? mending_flag(analysis, failure, report.session())
                      : std::nullopt) {
    message = "{0}. With {1} it runs."_words(message, flag->setting);
    fixes.push_back(std::move(flag->fix));
  }
  report.add(place, std::move(message), std::move(related), std::move(fixes));
}

}  // namespace

void report_failure(const Analysis& analysis, Report& report, model::BuildFailure::Kind kind) {
  for (const model::BuildFailure& failure : analysis.failures) {
    if (failure.kind == kind && !is_explained(analysis, failure)) report_one(analysis, report, failure);
  }
}

}  // namespace vramlint::rules
