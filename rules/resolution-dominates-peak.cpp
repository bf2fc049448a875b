#include <algorithm>
#include <optional>
#include <set>

#include "rules/effect.h"
#include "rules/harm.h"
#include "rules/input_sizes.h"
#include "rules/largest_batch.h"
#include "rules/peak_story.h"
#include "rules/setting_steps.h"

namespace vramlint::rules {
namespace {
namespace resolution_dominates_peak_rule {

/// A number or a list of them that sets sizes of the input.
struct Size {
  std::string key;
  Span span;
  std::vector<Span> numbers;
};

const config::Node* number_at(const Analysis& analysis, const std::string& key) {
  const config::Node* node = analysis.config->root.find_path(key);
  const auto* number = node ? std::get_if<int64_t>(&node->value) : nullptr;
  const bool is_plain = number && *number >= 16 && node->span && node->span.text() == std::to_string(*number);
  return is_plain && node->span.source == analysis.source ? node : nullptr;
}

/// "data.shape.0" and "data.shape.1" belong to "data.shape".
std::vector<Size> sizes_of(const Analysis& analysis) {
  std::vector<Size> sizes;
  for (const model::KeyFact& fact : analysis.built->shape_keys) {
    const size_t dot = fact.key.rfind('.');
    const std::string above = dot == std::string::npos ? "" : fact.key.substr(0, dot);
    const config::Node* list = above.empty() ? nullptr : analysis.config->root.find_path(above);
    const bool is_item = list && list->sequence();
    const std::string& key = is_item ? above : fact.key;
    const config::Node* number = number_at(analysis, fact.key);
    if (!number) continue;
    auto size = std::find_if(sizes.begin(), sizes.end(), [&](const Size& one) { return one.key == key; });
    if (size == sizes.end()) size = sizes.insert(sizes.end(), {key, is_item ? list->span : fact.span, {}});
    if (std::find(size->numbers.begin(), size->numbers.end(), number->span) == size->numbers.end())
      size->numbers.push_back(number->span);
  }
  return sizes;
}

std::optional<Fix> largest_that_fits(const Analysis& analysis, const Session& session, const Size& size) {
  std::optional<Fix> found;
  (void)largest_sizes(size.numbers, [&](const std::vector<Edit>& edits) {
    const std::string text = text_after(size.span, edits);
    const Analysis after = what_if(analysis, edits, session);
    if (text.empty() || !fits_as_known(analysis, after) || harm_between(analysis, after) > Harm::data) return false;
    found = Fix{.title = "Set `{0}` to {1}"_words(size.key, text),
                .safety = Safety::unsafe,
                .edits = edits,
                .effect = effect_of(after.outcome)};
    return true;
  });
  return found;
}

/// Where the batch cannot help: it is 1, or not even a batch of 1 fits.
void check(const Analysis& analysis, Report& report) {
  const ConfigOutcome& outcome = analysis.outcome;
  if (!analysis.device || !analysis.built || outcome.fits.value_or(true) || !analysis.built->batch) return;
  if (fits_with_one(analysis, report.session())) return;
  const auto batch = largest_batch(analysis, report.session());
  if (!batch || batch->size > 0) return;
  for (const Size& size : sizes_of(analysis)) {
    auto fix = largest_that_fits(analysis, report.session(), size);
    if (!fix) continue;
    const std::string text = text_after(size.span, fix->edits);
    report.add(
        size.span,
        "Even a single sample of this size does not fit: the step needs {0} with a batch of {1}, {2}. With `{3}` at {4} the step needs {5}."_words(
            describe(batch->with_one.value_or(outcome.peak.process)), 1, describe_device(analysis), size.key, text,
            describe(fix->effect->process)),
        {}, {*fix});
    return;
  }
}

}  // namespace resolution_dominates_peak_rule
}  // namespace

extern const Rule resolution_dominates_peak = {
    .name = "resolution-dominates-peak",
    .code = "VL1031",
    .summary = "Not even a batch of 1 fits, and a smaller input does.",
    .severity = Severity::warning,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .check = resolution_dominates_peak_rule::check,
};

}  // namespace vramlint::rules
