#include "rules/crowded.h"
#include "rules/effect.h"
#include "rules/harm.h"
#include "rules/leaf_overrides.h"
#include "rules/mixed_precision_fix.h"
#include "rules/peak_story.h"

namespace vramlint::rules {
namespace {
namespace mixed_precision_off_rule {

constexpr double kCrowded = 0.8;  // of the device
constexpr double kLeast = 0.2;    // of the peak

void check(const Analysis& analysis, Report& report) {
  if (!analysis.device || !is_crowded(analysis, kCrowded)) return;
  for (const std::string& text : precision_texts(analysis)) {
    const model::KeyFact& key = *analysis.built->precision_key;
    if (report.session().files.read(key.span.source->path()).source != key.span.source) return;
    const std::vector<Edit> edits = own_edits(analysis, key.key, key.span, text);
    if (edits.empty()) continue;
    const Analysis after = what_if(analysis, edits, report.session());
    const bool is_on = after.built && after.built->precision != config::Precision::fp32;
    if (!is_on || !still_trains(analysis, after)) continue;
    const ConfigOutcome& outcome = after.outcome;
    const Bytes before = analysis.outcome.peak.process.point, now = outcome.peak.process.point;
    if (static_cast<double>((before - now).count) < kLeast * static_cast<double>(before.count)) continue;
    report.add(key.span,
               "Mixed precision is off (`{0}`), and the step needs {1}; {2}. With `{0}: {3}` it needs {4}."_words(
                   key.key, describe(analysis.outcome.peak.process), describe_device(analysis), text,
                   describe(outcome.peak.process)),
               {},
               {{.title = "Set `{0}` to {1}: mixed precision"_words(key.key, text),
                 .safety = Safety::unsafe,
                 .edits = edits,
                 .effect = effect_of(outcome)}});
    return;
  }
}

}  // namespace mixed_precision_off_rule
}  // namespace

extern const Rule mixed_precision_off = {
    .name = "mixed-precision-off",
    .code = "VL1025",
    .summary = "Memory is short, and a setting of the config leaves mixed precision off that would save a lot.",
    .severity = Severity::warning,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .check = mixed_precision_off_rule::check,
};

}  // namespace vramlint::rules
