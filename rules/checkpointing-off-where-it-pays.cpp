#include "rules/alternatives.h"
#include "rules/crowded.h"
#include "rules/effect.h"
#include "rules/harm.h"
#include "rules/peak_story.h"

namespace vramlint::rules {
namespace {
namespace checkpointing_off_where_it_pays_rule {

constexpr double kCrowded = 0.8;  // of the device
constexpr double kLeast = 0.2;    // of the peak

bool turns_on(const Alternative& one) {
  return names_checkpointing(one.key) && (one.text == "true" || one.text == "True");
}

void check(const Analysis& analysis, Report& report) {
  if (!analysis.device || !is_crowded(analysis, kCrowded)) return;
  for (const Alternative& one : switches(analysis)) {
    if (!turns_on(one)) continue;
    const Analysis after = what_if(analysis, {one.edit}, report.session());
    if (!still_trains(analysis, after)) continue;
    const ConfigOutcome& outcome = after.outcome;
    const Bytes before = analysis.outcome.peak.process.point, now = outcome.peak.process.point;
    if (static_cast<double>((before - now).count) < kLeast * static_cast<double>(before.count)) continue;
    const bool is_same = trains_the_same(analysis, after);
    const Words off = "Activation checkpointing is off (`{0}`), and the step needs {1}; {2}."_words(
        one.key, describe(analysis.outcome.peak.process), describe_device(analysis));
    const Words need = describe(outcome.peak.process);
    const Words on = is_same
                         ? "With it on, the step needs {0}, and training stays the same; the checkpointed part runs "
                           "its forward a second time, which takes time."_words(need)
                         : "With it on, the step needs {0}; the checkpointed part runs its forward a second time, "
                           "which takes time."_words(need);
    report.add(one.edit.span, sentences({off, on}), {},
               {{.title = "Set `{0}` to {1}: activation checkpointing"_words(one.key, one.text),
                 .safety = is_same ? Safety::safe : Safety::unsafe,
                 .edits = {one.edit},
                 .effect = effect_of(outcome)}});
  }
}

}  // namespace checkpointing_off_where_it_pays_rule
}  // namespace

extern const Rule checkpointing_off_where_it_pays = {
    .name = "checkpointing-off-where-it-pays",
    .code = "VL1024",
    .summary =
        "Memory is short, and a setting of the config leaves activation checkpointing off that would save a lot.",
    .severity = Severity::warning,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .check = checkpointing_off_where_it_pays_rule::check,
};

}  // namespace vramlint::rules
