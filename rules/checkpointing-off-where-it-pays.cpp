#include "rules/alternatives.h"
#include "rules/crowded.h"
#include "rules/effect.h"
#include "rules/harm.h"
#include "rules/peak_story.h"
#include "rules/unset_settings.h"

namespace vramlint::rules {
namespace {
namespace checkpointing_off_where_it_pays_rule {

constexpr double kCrowded = 0.8;  // of the device
constexpr double kLeast = 0.2;    // of the peak

/// Something that would turn it on.
struct Turn {
  std::string key, text;
  std::vector<Edit> edits;
  bool is_there = true;  ///< the config has such a key
};

std::vector<Turn> turns(const Analysis& analysis, const Session& session) {
  std::vector<Turn> found;
  for (Alternative& one : switches(analysis))
    if (names_checkpointing(one.key) && (one.text == "true" || one.text == "True"))
      found.push_back({std::move(one.key), std::move(one.text), {std::move(one.edit)}});
  for (UnsetSetting& one : unset_settings(analysis, session))
    if (names_checkpointing(one.key)) found.push_back({std::move(one.key), std::move(one.text), one.edits, false});
  return found;
}

Words describe_off(const Analysis& analysis, const Turn& turn) {
  const Form form =
      turn.is_there
          ? "Activation checkpointing is off (`{0}`), and the step needs {1}; {2}."_words
          : "Activation checkpointing is not turned on (`{0}` is not set), and the step needs {1}; {2}."_words;
  return form(turn.key, describe(analysis.outcome.peak.process), describe_device(analysis));
}

void check(const Analysis& analysis, Report& report) {
  if (!analysis.device || !is_crowded(analysis, kCrowded)) return;
  for (const Turn& turn : turns(analysis, report.session())) {
    const Analysis after = what_if(analysis, turn.edits, report.session());
    if (!still_trains(analysis, after)) continue;
    const ConfigOutcome& outcome = after.outcome;
    const Bytes before = analysis.outcome.peak.process.point, now = outcome.peak.process.point;
    if (static_cast<double>((before - now).count) < kLeast * static_cast<double>(before.count)) continue;
    const bool is_same = trains_the_same(analysis, after);
    const Words need = describe(outcome.peak.process);
    const Words on = is_same
                         ? "With it on, the step needs {0}, and training stays the same; the checkpointed part runs "
                           "its forward a second time, which takes time."_words(need)
                         : "With it on, the step needs {0}; the checkpointed part runs its forward a second time, "
                           "which takes time."_words(need);
    report.add(turn.edits.front().span, sentences({describe_off(analysis, turn), on}), {},
               {{.title = "Set `{0}` to {1}: activation checkpointing"_words(turn.key, turn.text),
                 .safety = is_same ? Safety::safe : Safety::unsafe,
                 .edits = turn.edits,
                 .effect = effect_of(outcome)}});
  }
}

}  // namespace checkpointing_off_where_it_pays_rule
}  // namespace

extern const Rule checkpointing_off_where_it_pays = {
    .name = "checkpointing-off-where-it-pays",
    .code = "VL1024",
    .summary =
        "Memory is short, and activation checkpointing is off that would save a lot: by a setting, or for want of one.",
    .severity = Severity::warning,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .check = checkpointing_off_where_it_pays_rule::check,
};

}  // namespace vramlint::rules
